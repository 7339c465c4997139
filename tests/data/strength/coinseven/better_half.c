/* SPDX-License-Identifier: MIT */
/* The better of the left and the right half. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long SOLVE(int n, const long long *v)
{
	long long sum[2] = {0, 0};
	for (int i = 0; i < n; i++)
		sum[2 * i / n] += v[i];
	return sum[0] > sum[1] ? sum[0] : sum[1];
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
