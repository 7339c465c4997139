/* Wrong: uses the absolute value of the lead, as if the first player always won. The moves are
 * correct; the first player can lose rows of odd length. */
#include <stdio.h>

static long long coin[3000], lead[3000][3000];

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
		sum += coin[i];
	}
	for (int i = n - 1; i >= 0; i--) {
		lead[i][i] = coin[i];
		for (int j = i + 1; j < n; j++) {
			long long left = coin[i] - lead[i + 1][j], right = coin[j] - lead[i][j - 1];
			lead[i][j] = left > right ? left : right;
		}
	}
	long long magnitude = lead[0][n - 1] < 0 ? -lead[0][n - 1] : lead[0][n - 1];
	printf("%lld\n", (sum + magnitude) / 2);
	for (int i = 0, j = n - 1; i <= j;)
		if (i == j || coin[i] - lead[i + 1][j] >= coin[j] - lead[i][j - 1]) {
			putchar('L');
			i++;
		} else {
			putchar('R');
			j--;
		}
	putchar('\n');
	return 0;
}
