// Slow: memoised recursion in which 0 means "not known yet". All answers are correct, but for a row
// of zeros the memo has no effect.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;

static long long best(int i, int j, bool helps)
{
	if (i > j)
		return 0;
	if (memo[i][j] == 0) {
		long long a = best(i + 2, j, helps), b = best(i + 1, j - 1, helps),
			  c = best(i, j - 2, helps);
		memo[i][j] = helps ? std::max(coin[i] + std::max(a, b), coin[j] + std::max(b, c))
				   : std::max(coin[i] + std::min(a, b), coin[j] + std::min(b, c));
	}
	return memo[i][j];
}

int main()
{
	int cases;
	std::cin >> cases;
	while (cases--) {
		int n;
		std::cin >> n;
		coin.resize(n);
		for (auto &c : coin)
			std::cin >> c;
		memo.assign(n, std::vector<long long>(n));
		std::cout << best(0, n - 1, true) << ' ';
		memo.assign(n, std::vector<long long>(n));
		std::cout << best(0, n - 1, false) << '\n';
	}
}
