/* Wrong and slow: lets a player take one coin from each end, too. Expected: WA on small rows, TLE
 * on large ones. */
#include <stdio.h>

static long long coin[1000000], lead[1000001];

static long long larger(long long a, long long b)
{
	return a > b ? a : b;
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
	/* lead[i]: the lead of the player to move on the interval of the current length that starts
	 * at i. */
	for (int length = 2; length <= n; length += 2)
		for (int i = 0; i + length <= n; i++) {
			int j = i + length - 1;
			long long left = coin[i] + coin[i + 1] - lead[i + 2];
			long long right = coin[j - 1] + coin[j] - lead[i];
			long long both = coin[i] + coin[j] - lead[i + 1];
			lead[i] = larger(both, larger(left, right));
		}
	printf("%lld\n", (sum + lead[0]) / 2);
	return 0;
}
