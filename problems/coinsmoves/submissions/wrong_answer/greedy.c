/* Wrong: both players take the larger end coin. The moves are legal and the total matches them, but
 * many of them are not optimal. */
#include <stdio.h>

static long long coin[3000];
static char moves[3001];

int main(void)
{
	int n;
	long long first = 0;
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%lld", &coin[i]) != 1)
			return 1;
	for (int i = 0, j = n - 1, turn = 0; i <= j; turn++) {
		moves[turn] = coin[i] >= coin[j] ? 'L' : 'R';
		long long taken = moves[turn] == 'L' ? coin[i++] : coin[j--];
		if (turn % 2 == 0)
			first += taken;
	}
	printf("%lld\n%s\n", first, moves);
	return 0;
}
