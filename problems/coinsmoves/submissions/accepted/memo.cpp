// Memoised recursion on the lead of the player to move, 3000 calls deep; a separate flag marks
// known values, since any number can be a lead. If both ends are equally good, it moves right.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> memo;
static std::vector<std::vector<bool>> known;

static long long lead(int i, int j)
{
	if (i > j)
		return 0;
	if (!known[i][j]) {
		memo[i][j] = std::max(coin[i] - lead(i + 1, j), coin[j] - lead(i, j - 1));
		known[i][j] = true;
	}
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
	known.assign(n, std::vector<bool>(n));
	std::cout << (sum + lead(0, n - 1)) / 2 << '\n';
	std::string moves;
	for (int i = 0, j = n - 1; i <= j;)
		if (coin[i] - lead(i + 1, j) > coin[j] - lead(i, j - 1)) {
			moves += 'L';
			i++;
		} else {
			moves += 'R';
			j--;
		}
	std::cout << moves << '\n';
}
