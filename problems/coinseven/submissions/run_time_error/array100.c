/* Crashes: an array of 100, and an assertion that fails if the row does not fit. Writing past the
 * end instead would be undefined behaviour. Expected: AC in groups 1 and 2, RTE (SIGABRT) in groups
 * 3 and 4, 25 points. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
	long long coin[100], lead[100], sum = 0;
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	assert(n <= 100);
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
		lead[i] = coin[i];
		sum += coin[i];
	}
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			long long left = coin[i] - lead[i + 1];
			long long right = coin[i + length - 1] - lead[i];
			lead[i] = left > right ? left : right;
		}
	printf("%lld\n", (sum + lead[0]) / 2);
	return 0;
}
