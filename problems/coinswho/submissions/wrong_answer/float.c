/* Wrong: totals in `float`, which has 24 bits of precision. */
#include <stdio.h>

static float stack[1000000];

static const char *winner(int n)
{
	int top = 0;
	for (int i = 0; i < n; i++) {
		if (scanf("%f", &stack[top++]) != 1)
			return "";
		while (top >= 3 && stack[top - 3] <= stack[top - 2] &&
			stack[top - 2] >= stack[top - 1]) {
			stack[top - 3] += stack[top - 1] - stack[top - 2];
			top -= 2;
		}
	}
	float lead = 0, sign = 1;
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
