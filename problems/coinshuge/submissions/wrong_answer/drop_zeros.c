/* Wrong: removes coins of value 0. Taking such a coin is a move too. */
#include <stdio.h>

static long long stack[1000000];

int main(void)
{
	int n, top = 0;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &stack[top]) != 1)
			return 1;
		if (stack[top] == 0)
			continue;
		sum += stack[top++];
		while (top >= 3 && stack[top - 3] <= stack[top - 2] &&
			stack[top - 2] >= stack[top - 1]) {
			stack[top - 3] += stack[top - 1] - stack[top - 2];
			top -= 2;
		}
	}
	long long lead = 0, sign = 1;
	for (int left = 0, right = top; left < right; sign = -sign)
		lead += sign * (stack[left] > stack[right - 1] ? stack[left++] : stack[--right]);
	printf("%lld\n", (sum + lead) / 2);
	return 0;
}
