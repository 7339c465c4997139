/* The linear algorithm at every turn: a coin no smaller than both its neighbours fuses with them to
 * one coin of value x - y + z. The resulting row has no inner peak, so its larger end is
 * optimal. */
#include <stdio.h>

static long long coin[2000], stack[2000];

static int left_is_best(int i, int j)
{
	int count = 0;
	for (; i < j; i++) {
		long long z = coin[i];
		for (; count >= 2 && stack[count - 2] <= stack[count - 1] && stack[count - 1] >= z;
			count -= 2)
			z += stack[count - 2] - stack[count - 1];
		stack[count++] = z;
	}
	return stack[0] >= stack[count - 1];
}

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int i = 0, j = n; i < j;) {
		if (left_is_best(i, j)) {
			puts("L");
			i++;
		} else {
			puts("R");
			j--;
		}
		fflush(stdout);
		char answer;
		if (i < j && scanf(" %c", &answer) != 1)
			return 1;
		if (i < j && answer == 'L')
			i++;
		else
			j--;
	}
	return 0;
}
