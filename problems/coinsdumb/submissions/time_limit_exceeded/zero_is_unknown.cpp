// Slow: memoised recursion in which 0 means "not known yet". All answers are correct, but for a row
// of zeros the memo has no effect.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;

static long long best(int i, int j, bool mine)
{
	if (i > j)
		return 0;
	if (memo[i][j] == 0)
		memo[i][j] = std::max(best(i + 1, j, !mine) + (mine ? coin[i] : 0),
			best(i, j - 1, !mine) + (mine ? coin[j] : 0));
	return memo[i][j];
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	memo.assign(n, std::vector<long long>(n));
	std::cout << best(0, n - 1, true) << '\n';
}
