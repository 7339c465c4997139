/* SPDX-License-Identifier: MIT */
/* Takes the larger end, and so does the opponent. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long SOLVE(int n, const long long *v)
{
	int i = 0, j = n - 1;
	long long sum = 0;
	for (int turn = 0; i <= j; turn++) {
		long long taken = v[i] >= v[j] ? v[i++] : v[j--];
		sum += turn % 2 ? 0 : taken;
	}
	return sum;
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
