/* Wrong: the smart opponent takes the larger end coin, and the first player plays the best moves
 * against that. */
#include <stdio.h>

static long long coin[2000], lead[2001], dumb[2001];

static long long larger(long long a, long long b)
{
	return a > b ? a : b;
}

int main(void)
{
	int cases, n;
	if (scanf("%d", &cases) != 1)
		return 1;
	for (; cases > 0; cases--) {
		if (scanf("%d", &n) != 1)
			return 1;
		for (int i = 0; i < n; i++)
			if (scanf("%lld", &coin[i]) != 1)
				return 1;
		for (int i = 0; i <= n; i++)
			lead[i] = dumb[i] = 0;
		for (int length = 1; length <= n; length++) {
			int mine = (n - length) % 2 == 0;
			for (int i = 0; i + length <= n; i++) {
				long long first = coin[i], last = coin[i + length - 1];
				if (mine)
					lead[i] = larger(lead[i + 1] + first, lead[i] + last);
				else
					lead[i] = first >= last ? lead[i + 1] : lead[i];
				dumb[i] = larger(dumb[i + 1] + (mine ? first : 0),
					dumb[i] + (mine ? last : 0));
			}
		}
		printf("%lld %lld\n", dumb[0], lead[0]);
	}
	return 0;
}
