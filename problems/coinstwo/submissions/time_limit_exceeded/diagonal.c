/* Slow: dynamic programming over all intervals of pairs, n^2 / 8 of them, in O(n) memory. */
#include <stdio.h>

static long long pair[500000], lead[500000];

int main(void)
{
	int n;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	n /= 2;
	for (int i = 0; i < n; i++) {
		long long first, second;
		if (scanf("%lld %lld", &first, &second) != 2)
			return 1;
		lead[i] = pair[i] = first + second;
		sum += pair[i];
	}
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			long long left = pair[i] - lead[i + 1];
			long long right = pair[i + length - 1] - lead[i];
			lead[i] = left > right ? left : right;
		}
	printf("%lld\n", (sum + lead[0]) / 2);
	return 0;
}
