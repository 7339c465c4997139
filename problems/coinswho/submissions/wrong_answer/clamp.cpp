// Wrong: the linear algorithm with negative values replaced by 0.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int rows;
	std::cin >> rows;
	while (rows-- > 0) {
		int n;
		std::cin >> n;
		std::vector<long long> s;
		for (int i = 0; i < n; i++) {
			long long z;
			std::cin >> z;
			z = std::max(z, 0LL);
			while (s.size() >= 2 && s[s.size() - 2] <= s.back() && s.back() >= z) {
				z -= s.back();
				s.pop_back();
				z += s.back();
				s.pop_back();
			}
			s.push_back(z);
		}
		std::sort(s.begin(), s.end());
		long long lead = 0;
		for (long long c : s)
			lead = c - lead;
		std::cout << (lead > 0 ? "FIRST" : lead < 0 ? "SECOND" : "TIE") << '\n';
	}
}
