/* Wrong: the maximum that the first player can guarantee against an optimal opponent. */
#include <stdio.h>

static long long coin[3000], lead[3000];

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
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
