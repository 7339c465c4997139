/* The textbook table of totals, 72 MB at n = 3000, then a walk through it from the whole row down.
 * If both ends are equally good, it moves left. */
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
	for (int i = 0, j = n - 1; i <= j;)
		if (i == j || best[i + 1][j] <= best[i][j - 1]) {
			putchar('L');
			i++;
		} else {
			putchar('R');
			j--;
		}
	putchar('\n');
	return 0;
}
