/* Too large: the textbook table, n x n numbers of 64 bits. It takes 8 MB at n = 1000 and 200 MB at
 * n = 5000. Expected: AC in groups 1 to 4, out of memory (MLE, which counts as RTE) in group 5, 70
 * points. */
#include <stdio.h>

static long long coin[5000], best[5000][5000];

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int i = n - 1; i >= 0; i--) {
		sum = best[i][i] = coin[i];
		for (int j = i + 1; j < n; j++) {
			long long left = best[i + 1][j], right = best[i][j - 1];
			sum += coin[j];
			best[i][j] = sum - (left < right ? left : right);
		}
	}
	printf("%lld %lld\n", best[0][n - 1], sum - best[0][n - 1]);
	return 0;
}
