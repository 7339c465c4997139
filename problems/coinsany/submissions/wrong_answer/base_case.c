/* Wrong: the two-step form with no base case for a single coin, which counts as 0. Rows of even
 * length never reach this case. Expected: AC in group 2, WA in the others, 20 points. */
#include <stdio.h>

static long long coin[5000], best[3][5001];

static long long smaller(long long a, long long b)
{
	return a < b ? a : b;
}

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
		sum += coin[i];
	}
	/* best[length % 3][i]: the total on the interval of that length from i on. */
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			const long long *shorter = best[(length + 1) % 3];
			long long left = coin[i] + smaller(shorter[i + 2], shorter[i + 1]);
			long long right =
				coin[i + length - 1] + smaller(shorter[i + 1], shorter[i]);
			best[length % 3][i] = left > right ? left : right;
		}
	printf("%lld %lld\n", best[n % 3][0], sum - best[n % 3][0]);
	return 0;
}
