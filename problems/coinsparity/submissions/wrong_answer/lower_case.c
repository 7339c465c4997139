/* Wrong: writes l and r instead of L and R. */
#include <stdio.h>

static int coin[100000];

int main(void)
{
	int n;
	long long sum[2] = {0, 0};
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%d", &coin[i]) != 1)
			return 1;
		sum[i % 2] += coin[i];
	}
	int mine = sum[1] > sum[0];
	for (int left = 0, right = n - 1; left < right;) {
		char answer;
		if (left % 2 == mine) {
			puts("l");
			left++;
		} else {
			puts("r");
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
