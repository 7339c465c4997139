/* Wrong and slow: lets a player take one coin or two. Expected: WA on small rows, TLE on large
 * ones. */
#include <stdio.h>

static long long coin[1000000], lead[3][1000001];

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
		lead[1][i] = coin[i];
	}
	/* lead[length % 3][i]: the lead of the player to move on the interval of that length that
	 * starts at i. */
	for (int length = 2; length <= n; length++) {
		const long long *one = lead[(length + 2) % 3], *two = lead[(length + 1) % 3];
		for (int i = 0; i + length <= n; i++) {
			int j = i + length - 1;
			long long left =
				larger(coin[i] - one[i + 1], coin[i] + coin[i + 1] - two[i + 2]);
			long long right = larger(coin[j] - one[i], coin[j - 1] + coin[j] - two[i]);
			lead[length % 3][i] = larger(left, right);
		}
	}
	printf("%lld\n", (sum + lead[n % 3][0]) / 2);
	return 0;
}
