// Wrong: the linear algorithm for every move, fusing only where a coin is larger than both
// neighbours, so that it stalls on plateaus.
#include <iostream>
#include <string>
#include <vector>

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
		std::vector<long long> s;
		for (int k = i; k <= j; k++) {
			s.push_back(coin[k]);
			for (auto m = s.size();
				m >= 3 && s[m - 3] < s[m - 2] && s[m - 2] > s[m - 1];
				m = s.size()) {
				long long fused = s[m - 3] - s[m - 2] + s[m - 1];
				s.resize(m - 3);
				s.push_back(fused);
			}
		}
		bool left = s.front() >= s.back();
		long long taken = left ? coin[i++] : coin[j--];
		if (moves.size() % 2 == 0)
			first += taken;
		moves += left ? 'L' : 'R';
	}
	std::cout << first << '\n' << moves << '\n';
}
