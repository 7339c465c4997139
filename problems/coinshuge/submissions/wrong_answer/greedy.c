/* Wrong: both players take the larger end coin. */
#include <stdio.h>

static long long coin[1000000];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	long long mine = 0;
	for (int left = 0, right = n - 1, turn = 0; left <= right; turn++) {
		long long taken = coin[left] >= coin[right] ? coin[left++] : coin[right--];
		if (turn % 2 == 0)
			mine += taken;
	}
	printf("%lld\n", mine);
	return 0;
}
