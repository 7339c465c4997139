/* Wrong only by its 32-bit totals, which overflow if every coin has the value 10^9. Expected: WA in
 * every group, 0 points. */
#include <stdint.h>
#include <stdio.h>

static uint32_t coin[2000], sum[2001];
static int32_t best[2000];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%u", &coin[i]) != 1)
			return 1;
		/* Unsigned, so that overflow is defined and the wrong answer is the same
		 * everywhere. */
		sum[i + 1] = sum[i] + coin[i];
	}
	for (int i = n - 1; i >= 0; i--) {
		best[i] = (int32_t)coin[i];
		for (int j = i + 1; j < n; j++) {
			int32_t less = best[j] < best[j - 1] ? best[j] : best[j - 1];
			best[j] = (int32_t)(sum[j + 1] - sum[i] - (uint32_t)less);
		}
	}
	printf("%d\n", best[n - 1]);
	return 0;
}
