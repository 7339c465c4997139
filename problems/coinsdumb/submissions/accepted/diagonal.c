/* Dynamic programming over lengths in O(n) memory. best[i] is the amount that the first player can
 * still collect from the coins of the current length that start at i. The number of coins taken
 * decides which player moves. */
#include <stdio.h>

static long long coin[3000], best[3001];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int length = 1; length <= n; length++) {
		int mine = (n - length) % 2 == 0;
		for (int i = 0; i + length <= n; i++) {
			long long left = best[i + 1] + (mine ? coin[i] : 0);
			long long right = best[i] + (mine ? coin[i + length - 1] : 0);
			best[i] = left > right ? left : right;
		}
	}
	printf("%lld\n", best[0]);
	return 0;
}
