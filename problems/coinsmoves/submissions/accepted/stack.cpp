// The linear algorithm once for every move: a coin no smaller than both its neighbours fuses with
// them to one coin of value x - y + z. The resulting row has no inner peak, so its larger end is
// optimal, and the same end is optimal in the original row.
#include <iostream>
#include <string>
#include <vector>

static std::vector<long long> fuse(const std::vector<long long> &coin, int from, int to)
{
	std::vector<long long> s;
	for (int i = from; i <= to; i++) {
		s.push_back(coin[i]);
		for (auto k = s.size(); k >= 3 && s[k - 3] <= s[k - 2] && s[k - 2] >= s[k - 1];
			k = s.size()) {
			long long fused = s[k - 3] - s[k - 2] + s[k - 1];
			s.resize(k - 3);
			s.push_back(fused);
		}
	}
	return s;
}

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin)
		std::cin >> c;
	long long first = 0;
	std::string moves;
	for (int i = 0, j = n - 1; i <= j;) {
		auto s = fuse(coin, i, j);
		bool left = s.front() >= s.back();
		long long taken = left ? coin[i++] : coin[j--];
		if (moves.size() % 2 == 0)
			first += taken;
		moves += left ? 'L' : 'R';
	}
	std::cout << first << '\n' << moves << '\n';
}
