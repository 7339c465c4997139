/* Dynamic programming over lengths in O(n) memory, both games in one pass. lead[i] is the lead of
 * the player to move, and dumb[i] is the amount that the first player can still collect. Both are
 * for the coins of the current length that start at i. */
#include <stdio.h>

static long long coin[2000], lead[2001], dumb[2001];

static long long larger(long long a, long long b)
{
	return a > b ? a : b;
}

int main(void)
{
	int cases, n;
	if (scanf("%d", &cases) != 1)
		return 1;
	for (; cases > 0; cases--) {
		long long sum = 0;
		if (scanf("%d", &n) != 1)
			return 1;
		for (int i = 0; i < n; i++) {
			if (scanf("%lld", &coin[i]) != 1)
				return 1;
			sum += coin[i];
		}
		for (int i = 0; i <= n; i++)
			lead[i] = dumb[i] = 0;
		for (int length = 1; length <= n; length++) {
			int mine = (n - length) % 2 == 0;
			for (int i = 0; i + length <= n; i++) {
				long long first = coin[i], last = coin[i + length - 1];
				lead[i] = larger(first - lead[i + 1], last - lead[i]);
				dumb[i] = larger(dumb[i + 1] + (mine ? first : 0),
					dumb[i] + (mine ? last : 0));
			}
		}
		printf("%lld %lld\n", dumb[0], (sum + lead[0]) / 2);
	}
	return 0;
}
