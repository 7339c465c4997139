/* Wrong: the first player takes the larger end coin, and the helper the smaller one. */
#include <stdio.h>

static long long coin[3000];

int main(void)
{
	int n;
	long long mine = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int i = 0, j = n - 1, turn = 0; i <= j; turn++) {
		int left_is_larger = coin[i] >= coin[j];
		if (turn % 2 == 0)
			mine += left_is_larger ? coin[i++] : coin[j--];
		else if (left_is_larger)
			j--;
		else
			i++;
	}
	printf("%lld\n", mine);
	return 0;
}
