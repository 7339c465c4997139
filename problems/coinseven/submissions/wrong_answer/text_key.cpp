// Wrong: the memo's key is the two indices concatenated as text, so that (1, 111) and (11, 11) have
// the same key. Expected: AC in groups 1 and 2, WA in groups 3 and 4, 25 points.
#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<long long> coin;
static std::unordered_map<int, long long> memo;

static long long lead(int i, int j)
{
	if (i == j)
		return coin[i];
	int key = std::stoi(std::to_string(i) + std::to_string(j));
	auto known = memo.find(key);
	if (known != memo.end())
		return known->second;
	// In this order: which keys meet depends on it, and compilers evaluate arguments differently.
	long long last = coin[j] - lead(i, j - 1);
	long long first = coin[i] - lead(i + 1, j);
	return memo[key] = std::max(first, last);
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
	std::cout << (sum + lead(0, n - 1)) / 2 << '\n';
}
