/* SPDX-License-Identifier: MIT */
/* Takes the larger end first and plays well from then on. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long PLAY(const long long *v, int i, int j)
{
	static int depth;
	if (i > j)
		return 0;
	depth++;
	long long a = PLAY(v, i + 2, j), b = PLAY(v, i + 1, j - 1), c = PLAY(v, i, j - 2);
	depth--;
	long long left = v[i] + (a < b ? a : b), right = v[j] + (b < c ? b : c);
	if (depth == 0)
		return v[i] >= v[j] ? left : right;
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
