/* Wrong: stops before the last coin, as if no move were needed for it; the total includes it. */
#include <stdio.h>

static long long coin[3000], sum[3001], best[3000][3000];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
		sum[i + 1] = sum[i] + coin[i];
	}
	for (int i = n - 1; i >= 0; i--) {
		best[i][i] = coin[i];
		for (int j = i + 1; j < n; j++) {
			long long left = best[i + 1][j], right = best[i][j - 1];
			best[i][j] = sum[j + 1] - sum[i] - (left < right ? left : right);
		}
	}
	printf("%lld\n", best[0][n - 1]);
	for (int i = 0, j = n - 1; i < j;)
		if (best[i + 1][j] <= best[i][j - 1]) {
			putchar('L');
			i++;
		} else {
			putchar('R');
			j--;
		}
	putchar('\n');
	return 0;
}
