/* Wrong: the two-step recurrence filled for even lengths only, so that rows of odd length find
 * zeros. In even rows, the second player moves on odd rows. */
#include <stdio.h>

static long long coin[3000], best[3002][3002]; /* of coins i..j-1 */

static long long smaller(long long a, long long b)
{
	return a < b ? a : b;
}

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int length = 2; length <= n; length += 2)
		for (int i = 0; i + length <= n; i++) {
			int j = i + length;
			long long left = coin[i] + smaller(best[i + 2][j], best[i + 1][j - 1]);
			long long right = coin[j - 1] + smaller(best[i + 1][j - 1], best[i][j - 2]);
			best[i][j] = left > right ? left : right;
		}
	printf("%lld\n", best[0][n]);
	for (int i = 0, j = n; i < j;) {
		long long left = coin[i], right = coin[j - 1];
		if (j - i > 1) {
			left += smaller(best[i + 2][j], best[i + 1][j - 1]);
			right += smaller(best[i + 1][j - 1], best[i][j - 2]);
		}
		if (left >= right) {
			putchar('L');
			i++;
		} else {
			putchar('R');
			j--;
		}
	}
	putchar('\n');
	return 0;
}
