/* The textbook table, 72 MB at n = 3000, in the two-step form: my coin, then the helper takes the
 * coin that leaves me more. */
#include <stdio.h>

static long long coin[3000], table[3001][3001]; /* of coins i to j - 1 */

static long long larger(long long a, long long b)
{
	return a > b ? a : b;
}

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int i = 0; n % 2 && i < n; i++)
		table[i][i + 1] = coin[i];
	for (int length = n % 2 ? 3 : 2; length <= n; length += 2)
		for (int i = 0; i + length <= n; i++) {
			int j = i + length;
			long long left = coin[i] + larger(table[i + 2][j], table[i + 1][j - 1]);
			long long right =
				coin[j - 1] + larger(table[i + 1][j - 1], table[i][j - 2]);
			table[i][j] = larger(left, right);
		}
	printf("%lld\n", table[0][n]);
	return 0;
}
