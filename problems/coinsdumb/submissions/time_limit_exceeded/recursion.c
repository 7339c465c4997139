/* Slow: correct, but plain recursion makes 2^n calls. */
#include <stdio.h>

static long long coin[3000];

static long long best(int i, int j, int mine)
{
	if (i > j)
		return 0;
	long long left = best(i + 1, j, !mine) + (mine ? coin[i] : 0);
	long long right = best(i, j - 1, !mine) + (mine ? coin[j] : 0);
	return left > right ? left : right;
}

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	printf("%lld\n", best(0, n - 1, 1));
	return 0;
}
