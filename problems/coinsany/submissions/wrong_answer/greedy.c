/* Wrong: both players take the larger end coin. Expected: WA in every group, 0 points. */
#include <stdio.h>

static long long coin[5000];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	long long total[2] = {0, 0};
	for (int left = 0, right = n - 1, turn = 0; left <= right; turn++)
		total[turn % 2] += coin[left] >= coin[right] ? coin[left++] : coin[right--];
	printf("%lld %lld\n", total[0], total[1]);
	return 0;
}
