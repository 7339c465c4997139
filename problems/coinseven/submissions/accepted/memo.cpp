// Memoised recursion in the two-step form: my coin, then the opponent leaves me the worse remaining
// row. -1 marks unknown totals, since no total is negative.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;

static long long best(int i, int j)
{
	if (i > j)
		return 0;
	long long &known = memo[i][j];
	if (known < 0) {
		long long left =
			coin[i] + std::min(i + 2 <= j ? best(i + 2, j) : 0, best(i + 1, j - 1));
		long long right =
			coin[j] + std::min(best(i + 1, j - 1), i <= j - 2 ? best(i, j - 2) : 0);
		known = std::max(left, right);
	}
	return known;
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	memo.assign(n, std::vector<long long>(n, -1));
	std::cout << best(0, n - 1) << '\n';
}
