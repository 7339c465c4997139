/* Slow: correct, but plain recursion in the two-step form makes three calls for every two coins:
 * 3^(n/2). */
#include <stdio.h>

static long long coin[2000];

static long long choose(int helps, long long a, long long b)
{
	return (a > b) == helps ? a : b;
}

static long long best(int i, int j, int helps)
{
	if (i > j)
		return 0;
	if (i == j)
		return coin[i];
	long long inner = best(i + 1, j - 1, helps);
	long long left = coin[i] + choose(helps, best(i + 2, j, helps), inner);
	long long right = coin[j] + choose(helps, inner, best(i, j - 2, helps));
	return left > right ? left : right;
}

int main(void)
{
	int cases, n;
	if (scanf("%d", &cases) != 1)
		return 1;
	for (; cases > 0; cases--) {
		if (scanf("%d", &n) != 1)
			return 1;
		for (int i = 0; i < n; i++)
			if (scanf("%lld", &coin[i]) != 1)
				return 1;
		printf("%lld ", best(0, n - 1, 1));
		printf("%lld\n", best(0, n - 1, 0));
	}
	return 0;
}
