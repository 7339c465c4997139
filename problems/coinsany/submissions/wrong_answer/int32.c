/* Wrong only by its 32-bit totals: one coin of 10^12 or a few coins of 10^9 overflow them.
 * Expected: WA in every group, 0 points. */
#include <stdint.h>
#include <stdio.h>

static uint32_t coin[5000];
static int32_t best[5000];

int main(void)
{
	int n;
	uint32_t sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		long long v;
		if (scanf("%lld", &v) != 1)
			return 1;
		/* Unsigned, so that overflow is defined and the wrong answer is the same
		 * everywhere. */
		coin[i] = (uint32_t)v;
	}
	for (int i = n - 1; i >= 0; i--) {
		sum = coin[i];
		best[i] = (int32_t)coin[i];
		for (int j = i + 1; j < n; j++) {
			int32_t less = best[j] < best[j - 1] ? best[j] : best[j - 1];
			sum += coin[j];
			best[j] = (int32_t)(sum - (uint32_t)less);
		}
	}
	printf("%d %d\n", best[n - 1], (int32_t)(sum - (uint32_t)best[n - 1]));
	return 0;
}
