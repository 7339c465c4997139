/* SPDX-License-Identifier: MIT */
/* An array of six coins: the others are lost. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long PLAY(const long long *v, int i, int j)
{
	if (i > j)
		return 0;
	if (j - i > 5)
		return PLAY(v, i, i + 5);
	long long a = PLAY(v, i + 2, j), b = PLAY(v, i + 1, j - 1), c = PLAY(v, i, j - 2);
	long long left = v[i] + (a < b ? a : b), right = v[j] + (b < c ? b : c);
	return left > right ? left : right;
}

static long long SOLVE(int n, const long long *v)
{
	return PLAY(v, 0, n - 1);
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
