/* Wrong: sums of 32 bits. The sum of three coins of 10^9 is negative; the arithmetic is unsigned,
 * so that this is the same everywhere. */
#include <stdint.h>
#include <stdio.h>

static int coin[100000];

int main(void)
{
	int n;
	uint32_t sum[2] = {0, 0};
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%d", &coin[i]) != 1)
			return 1;
		sum[i % 2] += (uint32_t)coin[i];
	}
	int mine = (int32_t)sum[1] > (int32_t)sum[0];
	for (int left = 0, right = n - 1; left < right;) {
		char answer;
		if (left % 2 == mine) {
			puts("L");
			left++;
		} else {
			puts("R");
			right--;
		}
		fflush(stdout);
		if (scanf(" %c", &answer) != 1)
			return 1;
		if (answer == 'L')
			left++;
		else
			right--;
	}
	return 0;
}
