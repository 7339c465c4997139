/* Wrong: prints the first player's lead instead of the required words. */
#include <stdio.h>

static long long stack[1000000];

static long long lead_of(int n)
{
	int top = 0;
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &stack[top++]) != 1)
			return 0;
		while (top >= 3 && stack[top - 3] <= stack[top - 2] &&
			stack[top - 2] >= stack[top - 1]) {
			stack[top - 3] += stack[top - 1] - stack[top - 2];
			top -= 2;
		}
	}
	long long lead = 0, sign = 1;
	for (int left = 0, right = top; left < right; sign = -sign)
		lead += sign * (stack[left] > stack[right - 1] ? stack[left++] : stack[--right]);
	return lead;
}

int main(void)
{
	int rows, n;
	if (scanf("%d", &rows) != 1)
		return 1;
	while (rows-- > 0 && scanf("%d", &n) == 1)
		printf("%lld\n", lead_of(n));
	return 0;
}
