/* Every turn takes a pair of coins, and the pairs are always the same, so the pairs' sums are the
 * coins of the game with one coin at a time. It is solved in linear time: a coin y that is no
 * smaller than its neighbours x and z is taken right after one of them. So the three act as one
 * coin of value x - y + z. The resulting row has no inner peak, so taking the larger end is
 * optimal. */
#include <stdio.h>

static long long stack[500000];

int main(void)
{
	int n, top = 0;
	long long sum = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i += 2) {
		long long first, second;
		if (scanf("%lld %lld", &first, &second) != 2)
			return 1;
		stack[top++] = first + second;
		sum += first + second;
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
