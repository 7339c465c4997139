// Wrong, and slow: the memo's key is the two indices concatenated as text, so that (1, 111) and
// (11, 11) have the same key. (A 1 in front of them keeps leading zeros.)
#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<long long> coin;
static std::unordered_map<long long, long long> memo;

static long long best(int i, int j, bool mine)
{
	if (i > j)
		return 0;
	long long key = std::stoll("1" + std::to_string(i) + std::to_string(j));
	auto known = memo.find(key);
	if (known != memo.end())
		return known->second;
	long long left = best(i + 1, j, !mine) + (mine ? coin[i] : 0);
	long long right = best(i, j - 1, !mine) + (mine ? coin[j] : 0);
	return memo[key] = std::max(left, right);
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	std::cout << best(0, n - 1, true) << '\n';
}
