// Wrong: makes a pair of every two neighbours, so that each inner coin is in two pairs.
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	std::vector<long long> s;
	long long sum = 0, before;
	std::cin >> before;
	for (int i = 1; i < n; i++) {
		long long v;
		std::cin >> v;
		s.push_back(before + v);
		sum += before + v;
		before = v;
		for (std::size_t k = s.size();
			k >= 3 && s[k - 3] <= s[k - 2] && s[k - 2] >= s[k - 1]; k = s.size()) {
			long long fused = s[k - 3] - s[k - 2] + s[k - 1];
			s.resize(k - 3);
			s.push_back(fused);
		}
	}
	long long lead = 0, sign = 1;
	for (std::size_t left = 0, right = s.size(); left < right; sign = -sign)
		lead += sign * (s[left] > s[right - 1] ? s[left++] : s[--right]);
	std::cout << (sum + lead) / 2 << '\n';
}
