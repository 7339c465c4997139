// Memoised recursion, 3000 calls deep. A separate flag marks known values, since any number can be
// a total.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;
static std::vector<std::vector<bool>> known;

static long long best(int i, int j, bool mine)
{
	if (i > j)
		return 0;
	if (!known[i][j]) {
		long long left = best(i + 1, j, !mine) + (mine ? coin[i] : 0);
		long long right = best(i, j - 1, !mine) + (mine ? coin[j] : 0);
		memo[i][j] = std::max(left, right);
		known[i][j] = true;
	}
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
	known.assign(n, std::vector<bool>(n));
	std::cout << best(0, n - 1, true) << '\n';
}
