/* Wrong: replaces every total below 0 by 0. Rows without negative values are not affected.
 * Expected: AC in groups 2 and 3, WA in groups 1, 4 and 5, 40 points. */
#include <stdio.h>

static long long coin[5000], best[5000];

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
		sum = best[i] = coin[i];
		for (int j = i + 1; j < n; j++) {
			long long less = best[j] < best[j - 1] ? best[j] : best[j - 1];
			sum += coin[j];
			best[j] = sum - less > 0 ? sum - less : 0;
		}
	}
	printf("%lld %lld\n", best[n - 1], sum - best[n - 1]);
	return 0;
}
