// Slow: memoised recursion in which 0 means "not known yet". All answers are correct, but for a row
// of zeros the memo has no effect.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;

static long long lead(int i, int j)
{
	if (i > j)
		return 0;
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
	std::cout << (sum + lead(0, n - 1)) / 2 << '\n';
	for (int i = 0, j = n - 1; i <= j;)
		if (coin[i] - lead(i + 1, j) >= coin[j] - lead(i, j - 1)) {
			std::cout << 'L';
			i++;
		} else {
			std::cout << 'R';
			j--;
		}
	std::cout << '\n';
}
