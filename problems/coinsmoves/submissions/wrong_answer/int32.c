/* Wrong: leads of 32 bits, which large values overflow; then the moves are wrong too. The
 * arithmetic is unsigned, so that overflow is defined and the wrong answer is the same
 * everywhere. */
#include <stdint.h>
#include <stdio.h>

static uint32_t coin[3000];
static int32_t lead[3000][3000];

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		long long v;
		if (scanf("%lld", &v) != 1)
			return 1;
		coin[i] = (uint32_t)v;
		sum += v;
	}
	for (int i = n - 1; i >= 0; i--) {
		lead[i][i] = (int32_t)coin[i];
		for (int j = i + 1; j < n; j++) {
			int32_t left = (int32_t)(coin[i] - (uint32_t)lead[i + 1][j]);
			int32_t right = (int32_t)(coin[j] - (uint32_t)lead[i][j - 1]);
			lead[i][j] = left > right ? left : right;
		}
	}
	printf("%lld\n", (sum + lead[0][n - 1]) / 2);
	for (int i = 0, j = n - 1; i <= j;)
		if (i == j || (int32_t)(coin[i] - (uint32_t)lead[i + 1][j]) >=
				      (int32_t)(coin[j] - (uint32_t)lead[i][j - 1])) {
			putchar('L');
			i++;
		} else {
			putchar('R');
			j--;
		}
	putchar('\n');
	return 0;
}
