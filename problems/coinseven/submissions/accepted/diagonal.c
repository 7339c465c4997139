/* Dynamic programming over lengths in O(n) memory: lead[i] is the lead of the player to move on the
 * interval of the current length that starts at i. */
#include <stdio.h>

static long long coin[2000], lead[2000];

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
