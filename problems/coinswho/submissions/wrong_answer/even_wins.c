/* Wrong: for even n always answers FIRST, since the first player has a strategy that does not lose.
 * The result can be a tie. */
#include <stdio.h>

static long long stack[1000000];

static const char *winner(int n)
{
	int top = 0;
	for (int i = 0; i < n; i++) {
		if (scanf("%lld", &stack[top++]) != 1)
			return "";
		while (top >= 3 && stack[top - 3] <= stack[top - 2] &&
			stack[top - 2] >= stack[top - 1]) {
			stack[top - 3] += stack[top - 1] - stack[top - 2];
			top -= 2;
		}
	}
	long long lead = 0, sign = 1;
	for (int left = 0, right = top; left < right; sign = -sign)
		lead += sign * (stack[left] > stack[right - 1] ? stack[left++] : stack[--right]);
	if (n % 2 == 0)
		return "FIRST";
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
