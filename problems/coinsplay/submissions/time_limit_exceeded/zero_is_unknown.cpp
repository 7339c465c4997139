// Slow: memoised recursion in which 0 means "not known yet". All answers are correct, but for a row
// of zeros the memo has no effect.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;

static long long lead(int i, int j)
{
	if (i == j)
		return 0;
	if (memo[i][j] == 0)
		memo[i][j] = std::max(coin[i] - lead(i + 1, j), coin[j - 1] - lead(i, j - 1));
	return memo[i][j];
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	memo.assign(n + 1, std::vector<long long>(n + 1));
	int i = 0, j = n;
	while (i < j) {
		if (coin[i] - lead(i + 1, j) >= coin[j - 1] - lead(i, j - 1)) {
			std::cout << 'L' << std::endl;
			i++;
		} else {
			std::cout << 'R' << std::endl;
			j--;
		}
		if (i == j)
			break;
		char answer;
		std::cin >> answer;
		if (answer == 'L')
			i++;
		else
			j--;
	}
}
