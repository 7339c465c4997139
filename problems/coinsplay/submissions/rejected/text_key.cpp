// Wrong, and slow: the memo's key is the two indices concatenated as text, so that (1, 111) and
// (11, 11) have the same key. (A 1 in front of them keeps leading zeros.)
#include <algorithm>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<long long> coin;
static std::unordered_map<long long, long long> memo;

static long long lead(int i, int j)
{
	if (i > j)
		return 0;
	if (i == j)
		return coin[i];
	long long key = std::stoll("1" + std::to_string(i) + std::to_string(j));
	auto known = memo.find(key);
	if (known != memo.end())
		return known->second;
	long long result = std::max(coin[i] - lead(i + 1, j), coin[j] - lead(i, j - 1));
	return memo[key] = result;
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	int i = 0, j = n;
	while (i < j) {
		if (coin[i] - lead(i + 1, j - 1) >= coin[j - 1] - lead(i, j - 2)) {
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
