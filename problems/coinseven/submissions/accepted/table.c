/* The textbook table, n x n numbers of 64 bits on the stack. This works here: the table takes 32 MB
 * at n = 2000, and the only limit of the stack is the memory limit of 256 MiB. With a stack of 8
 * MiB, the usual limit of a shell, it would crash from about n = 1000 on. */
#include <stdio.h>

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	long long coin[n], best[n][n], sum[n + 1];
	sum[0] = 0;
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
	return 0;
}
