// Wrong: fuses in 64 bits, but adds the row up in 32.
#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	std::vector<long long> s;
	// Unsigned, so that overflow is defined and the wrong answer is the same everywhere.
	std::uint32_t sum = 0;
	for (int i = 0; i < n; i += 2) {
		long long v, second;
		std::cin >> v >> second;
		v += second;
		sum += static_cast<std::uint32_t>(v);
		s.push_back(v);
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
	std::cout << (static_cast<std::int32_t>(sum) + lead) / 2 << '\n';
}
