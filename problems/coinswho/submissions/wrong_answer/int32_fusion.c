/* Wrong: the stack holds 32-bit numbers, and fused values grow far beyond them even though the
 * coins fit. */
#include <stdint.h>
#include <stdio.h>

static int32_t stack[1000000];

static const char *winner(int n)
{
	int top = 0;
	for (int i = 0; i < n; i++) {
		if (scanf("%d", &stack[top++]) != 1)
			return "";
		while (top >= 3 && stack[top - 3] <= stack[top - 2] &&
			stack[top - 2] >= stack[top - 1]) {
			/* A conversion truncates to 32 bits, so that the wrong answer is the same
			 * everywhere. */
			stack[top - 3] = (int32_t)((int64_t)stack[top - 3] - stack[top - 2] +
						   stack[top - 1]);
			top -= 2;
		}
	}
	long long lead = 0, sign = 1;
	for (int left = 0, right = top; left < right; sign = -sign)
		lead += sign * (stack[left] > stack[right - 1] ? stack[left++] : stack[--right]);
	return lead > 0 ? "FIRST" : lead < 0 ? "SECOND" : "TIE";
}

int main(void)
{
	int rows, n;
	if (scanf("%d", &rows) != 1)
		return 1;
	while (rows-- > 0 && scanf("%d", &n) == 1)
		puts(winner(n));
	return 0;
}
