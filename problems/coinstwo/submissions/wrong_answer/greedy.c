/* Wrong: both players take the larger pair. */
#include <stdio.h>

static long long pair[500000];

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n / 2; i++) {
		long long first, second;
		if (scanf("%lld %lld", &first, &second) != 2)
			return 1;
		pair[i] = first + second;
	}
	long long mine = 0;
	for (int left = 0, right = n / 2 - 1, turn = 0; left <= right; turn++) {
		long long taken = pair[left] >= pair[right] ? pair[left++] : pair[right--];
		if (turn % 2 == 0)
			mine += taken;
	}
	printf("%lld\n", mine);
	return 0;
}
