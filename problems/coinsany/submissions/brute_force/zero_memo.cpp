// Slow and large: the memo uses 0 as "not known yet", so it has no effect if leads are 0. Expected:
// AC in group 1, TLE in groups 2 to 4 (the rows of zeros), out of memory or TLE in group 5, 10
// points.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;

static long long lead(int i, int j)
{
	if (i == j)
		return coin[i];
	if (memo[i][j] == 0)
		memo[i][j] = std::max(coin[i] - lead(i + 1, j), coin[j] - lead(i, j - 1));
	return memo[i][j];
}

int main()
{
	int n;
	long long sum = 0;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin) {
		std::cin >> c;
		sum += c;
	}
	memo.assign(n, std::vector<long long>(n));
	long long best = lead(0, n - 1);
	std::cout << (sum + best) / 2 << ' ' << (sum - best) / 2 << '\n';
}
