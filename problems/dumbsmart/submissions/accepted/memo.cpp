// Memoised recursion in the two-step form, 1000 calls deep: my coin, then the opponent chooses the
// worst or the best remaining row for me. Each case has its own memo and flags.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;

struct Game {
	bool helps;
	std::vector<std::vector<long long>> memo;
	std::vector<std::vector<bool>> known;

	explicit Game(bool helps)
	    : helps(helps), memo(coin.size(), std::vector<long long>(coin.size())),
	      known(coin.size(), std::vector<bool>(coin.size()))
	{
	}

	long long answer(long long a, long long b) const
	{
		return helps ? std::max(a, b) : std::min(a, b);
	}

	long long best(int i, int j)
	{
		if (i > j)
			return 0;
		if (i == j)
			return coin[i];
		if (!known[i][j]) {
			long long inner = best(i + 1, j - 1);
			memo[i][j] = std::max(coin[i] + answer(best(i + 2, j), inner),
				coin[j] + answer(inner, best(i, j - 2)));
			known[i][j] = true;
		}
		return memo[i][j];
	}
};

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
		Game dumb(true), smart(false);
		std::cout << dumb.best(0, n - 1) << ' ' << smart.best(0, n - 1) << '\n';
	}
}
