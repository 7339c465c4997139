/* SPDX-License-Identifier: MIT */
/* Plays well against an opponent who takes the larger end. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long PLAY(const long long *v, int i, int j)
{
	/* i..j, the first player's turn */
	if (i > j)
		return 0;
	long long left = v[i], right = v[j];
	left += i == j ? 0 : v[i + 1] >= v[j] ? PLAY(v, i + 2, j) : PLAY(v, i + 1, j - 1);
	right += i == j ? 0 : v[i] >= v[j - 1] ? PLAY(v, i + 1, j - 1) : PLAY(v, i, j - 2);
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
