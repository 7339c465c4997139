// Memoised recursion in the two-step form, totals instead of leads: my coin, then the opponent
// leaves me the worse remaining row. Computes only reachable intervals on my turn, and only when
// needed.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;
static std::vector<std::vector<bool>> known;

static long long best(int i, int j);

static long long after_left(int i, int j)
{
	return i == j ? coin[i] : coin[i] + std::min(best(i + 2, j), best(i + 1, j - 1));
}

static long long after_right(int i, int j)
{
	return i == j ? coin[j] : coin[j] + std::min(best(i + 1, j - 1), best(i, j - 2));
}

static long long best(int i, int j)
{
	if (i > j)
		return 0;
	if (!known[i][j]) {
		memo[i][j] = std::max(after_left(i, j), after_right(i, j));
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
	int i = 0, j = n - 1;
	while (i <= j) {
		bool left = after_left(i, j) >= after_right(i, j);
		left ? i++ : j--;
		std::cout << (left ? 'L' : 'R') << std::endl;
		char answer;
		if (i <= j && std::cin >> answer)
			answer == 'L' ? i++ : j--;
	}
}
