/* Crashes: a table of n x n numbers takes 80 GB at n = 100,001 and 8 TB at n = 10^6; the memory
 * limit is 256 MiB. Small rows are solved correctly. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	long long *coin = calloc(n, sizeof *coin);
	long long *best = malloc(sizeof *best * n * n);
	if (!coin || !best)
		abort();
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int i = n - 1; i >= 0; i--) {
		long long sum = best[(long long)i * n + i] = coin[i];
		for (int j = i + 1; j < n; j++) {
			long long left = best[(long long)(i + 1) * n + j];
			long long right = best[(long long)i * n + j - 1];
			sum += coin[j];
			best[(long long)i * n + j] = sum - (left < right ? left : right);
		}
	}
	printf("%lld\n", best[n - 1]);
	return 0;
}
