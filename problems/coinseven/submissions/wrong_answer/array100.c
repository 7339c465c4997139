/* Wrong: reads into an array of 100 and silently drops coins that do not fit. Expected: AC in
 * groups 1 and 2, WA in groups 3 and 4, 25 points. */
#include <stdio.h>

int main(void)
{
	long long coin[100], lead[100], sum = 0;
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	if (n > 100)
		n = 100;
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
