/* Wrong: totals of 32 bits, which a few large coins overflow. The sums are unsigned, so that
 * overflow is defined and the wrong answer is the same everywhere. */
#include <stdint.h>
#include <stdio.h>

static int32_t coin[3000], best[3001];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%d", &coin[i]) != 1)
			return 1;
	for (int length = 1; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			int mine = (n - length) % 2 == 0;
			int32_t left =
				(int32_t)((uint32_t)best[i + 1] + (uint32_t)(mine ? coin[i] : 0));
			int32_t right = (int32_t)((uint32_t)best[i] +
						  (uint32_t)(mine ? coin[i + length - 1] : 0));
			best[i] = left > right ? left : right;
		}
	printf("%d\n", best[0]);
	return 0;
}
