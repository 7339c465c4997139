// The pairs' sums are the coins of the game with one coin at a time. Divide and conquer: each half
// of the row is fused by itself until it has no inner peak (x <= y >= z becomes x - y + z). Then
// both are joined, which can make new peaks. Slow input on purpose: plain cin.
#include <algorithm>
#include <iostream>
#include <vector>

using row = std::vector<long long>;

static void append(row &to, long long z)
{
	for (; to.size() >= 2; to.pop_back()) {
		long long y = to.back(), x = to[to.size() - 2];
		if (x > y || y < z)
			break;
		to.pop_back();
		z = x - y + z;
	}
	to.push_back(z);
}

static row fuse(const row &coin, std::size_t from, std::size_t to)
{
	if (to - from == 1)
		return {coin[from]};
	std::size_t middle = (from + to) / 2;
	row left = fuse(coin, from, middle);
	for (long long z : fuse(coin, middle, to))
		append(left, z);
	return left;
}

int main()
{
	int n;
	std::cin >> n;
	row coin(n / 2);
	long long sum = 0;
	for (auto &c : coin) {
		long long first, second;
		std::cin >> first >> second;
		sum += c = first + second;
	}
	row rest = fuse(coin, 0, coin.size());
	// The row falls and rises, so its sums are taken in descending order.
	std::sort(rest.begin(), rest.end());
	long long lead = 0;
	for (long long c : rest)
		lead = c - lead;
	std::cout << (sum + lead) / 2 << '\n';
}
