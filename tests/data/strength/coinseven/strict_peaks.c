/* SPDX-License-Identifier: MIT */
/* The linear algorithm fuses strict peaks only. */
#include <stdio.h>
#ifndef SOLVE
#define SOLVE solve
#define PLAY play
#endif

static long long SOLVE(int n, const long long *v)
{
	static long long s[4000];
	long long all = 0, lead = 0;
	int top = 0, i = 0;
	for (int k = 0; k < n; k++) {
		s[top++] = v[k];
		all += v[k];
		while (top > 2 && s[top - 3] < s[top - 2] && s[top - 2] > s[top - 1]) {
			s[top - 3] += s[top - 1] - s[top - 2];
			top -= 2;
		}
	}
	for (int turn = 0, j = top - 1; i <= j; turn++) {
		long long taken = s[i] >= s[j] ? s[i++] : s[j--];
		lead += turn % 2 ? -taken : taken;
	}
	return (all + lead) / 2;
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
