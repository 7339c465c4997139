/* Crashes: plain recursion makes 2^n calls, so the program aborts if there are more than 25 coins.
 * Expected: AC in group 1, RTE (SIGABRT) in groups 2 to 5, 10 points. */
#include <assert.h>
#include <stdio.h>

static long long coin[25];

static long long lead(int i, int j)
{
	if (i == j)
		return coin[i];
	long long left = coin[i] - lead(i + 1, j);
	long long right = coin[j] - lead(i, j - 1);
	return left > right ? left : right;
}

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	assert(n <= 25);
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
		sum += coin[i];
	}
	long long best = lead(0, n - 1);
	printf("%lld %lld\n", (sum + best) / 2, (sum - best) / 2);
	return 0;
}
