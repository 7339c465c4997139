/* Wrong: takes the coins at odd places, even if those at even places are worth more. */
#include <stdio.h>

static int coin[100000];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%d", &coin[i]) != 1)
			return 1;
	for (int left = 0, right = n - 1; left < right;) {
		char answer;
		if (left % 2 == 0) {
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
