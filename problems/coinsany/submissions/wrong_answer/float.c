/* Wrong: totals in `float`, which has 24 bits of precision. Expected: WA in every group, 0
 * points. */
#include <stdio.h>

static float coin[5000], lead[5000];

int main(void)
{
	int n;
	float sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%f", &coin[i]) != 1)
			return 1;
		lead[i] = coin[i];
		sum += coin[i];
	}
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			float left = coin[i] - lead[i + 1];
			float right = coin[i + length - 1] - lead[i];
			lead[i] = left > right ? left : right;
		}
	printf("%.0f %.0f\n", (sum + lead[0]) / 2, (sum - lead[0]) / 2);
	return 0;
}
