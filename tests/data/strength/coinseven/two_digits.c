/* SPDX-License-Identifier: MIT */
/* A memo whose key is 4 * i + j. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long SOLVE(int n, const long long *v)
{
	static long long memo[9000];
	static char known[9000];
	for (int i = 0; i < 9000; i++)
		known[i] = 0;
	for (int length = 2; length <= n; length += 2)
		for (int i = 0; i + length <= n; i++) {
			int j = i + length - 1;
			long long a = length > 2 ? memo[4 * (i + 2) + j] : 0;
			long long b = length > 2 ? memo[4 * (i + 1) + j - 1] : 0;
			long long c = length > 2 ? memo[4 * i + j - 2] : 0;
			long long left = v[i] + (a < b ? a : b), right = v[j] + (b < c ? b : c);
			if (!known[4 * i + j])
				memo[4 * i + j] = left > right ? left : right;
			known[4 * i + j] = 1;
		}
	return memo[n - 1];
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
