/* Wrong: totals of 32 bits, which a few large coins overflow. */
#include <stdint.h>
#include <stdio.h>

/* Unsigned, so that overflow is defined and the wrong answer is the same everywhere. */
static uint32_t coin[2000], lead[2001], dumb[2001];

static uint32_t larger(uint32_t a, uint32_t b)
{
	return (int32_t)a > (int32_t)b ? a : b;
}

int main(void)
{
	int cases, n;
	if (scanf("%d", &cases) != 1)
		return 1;
	for (; cases > 0; cases--) {
		uint32_t sum = 0;
		if (scanf("%d", &n) != 1)
			return 1;
		for (int i = 0; i < n; i++) {
			if (scanf("%d", (int32_t *)&coin[i]) != 1)
				return 1;
			sum += coin[i];
		}
		for (int i = 0; i <= n; i++)
			lead[i] = dumb[i] = 0;
		for (int length = 1; length <= n; length++) {
			int mine = (n - length) % 2 == 0;
			for (int i = 0; i + length <= n; i++) {
				uint32_t first = coin[i], last = coin[i + length - 1];
				lead[i] = larger(first - lead[i + 1], last - lead[i]);
				dumb[i] = larger(dumb[i + 1] + (mine ? first : 0),
					dumb[i] + (mine ? last : 0));
			}
		}
		printf("%d %d\n", (int32_t)dumb[0], (int32_t)(sum + lead[0]) / 2);
	}
	return 0;
}
