// Wrong, and slow: the memo's key is the two indices concatenated as text, so that (1, 111) and
// (11, 11) have the same key. (A 1 in front of them keeps leading zeros.)
#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<long long> coin;
static std::unordered_map<long long, long long> memo;

static long long best(int i, int j, bool helps)
{
	if (i > j)
		return 0;
	if (i == j)
		return coin[i];
	long long key = std::stoll("1" + std::to_string(i) + std::to_string(j));
	auto known = memo.find(key);
	if (known != memo.end())
		return known->second;
	long long a = best(i + 2, j, helps), b = best(i + 1, j - 1, helps),
		  c = best(i, j - 2, helps);
	return memo[key] = helps ? std::max(coin[i] + std::max(a, b), coin[j] + std::max(b, c))
				 : std::max(coin[i] + std::min(a, b), coin[j] + std::min(b, c));
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
		memo.clear();
		std::cout << best(0, n - 1, true) << ' ';
		memo.clear();
		std::cout << best(0, n - 1, false) << '\n';
	}
}
