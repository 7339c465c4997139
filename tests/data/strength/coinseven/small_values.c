/* SPDX-License-Identifier: MIT */
/* Sums in eight bits. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long SOLVE(int n, const long long *v)
{
	signed char best[50][50] = {{0}};
	if (n > 50)
		n = 50;
	for (int length = 2; length <= n; length += 2)
		for (int i = 0; i + length <= n; i++) {
			int j = i + length - 1;
			int a = length > 2 ? best[i + 2][j] : 0, b = length > 2 ? best[i + 1][j - 1] : 0;
			int c = length > 2 ? best[i][j - 2] : 0;
			long long left = v[i] + (a < b ? a : b), right = v[j] + (b < c ? b : c);
			best[i][j] = (signed char)(left > right ? left : right);
		}
	return best[0][n - 1];
}

#ifndef NO_MAIN
int main(void)
{
	static long long v[2000];
	int n = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n && scanf("%lld", &v[i]) == 1; i++)
		;
	printf("%lld\n", SOLVE(n, v));
	return 0;
}
#endif
