/* Wrong: a single coin is worth nothing to the player to move, as if the game ended before it. */
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
		lead[i][i] = 0;
		for (int j = i + 1; j < n; j++) {
			long long left = coin[i] - lead[i + 1][j], right = coin[j] - lead[i][j - 1];
			lead[i][j] = left > right ? left : right;
		}
	}
	printf("%lld\n", (sum + lead[0][n - 1]) / 2);
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
