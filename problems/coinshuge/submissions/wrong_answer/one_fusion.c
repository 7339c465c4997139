/* Wrong: `if` instead of `while`: fuses once for each coin and does not check whether that makes
 * another peak. */
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
		sum += stack[top++];
		if (top >= 3 && stack[top - 3] <= stack[top - 2] &&
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
