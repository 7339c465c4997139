// Wrong: 64-bit sums, but the stack holds 32-bit numbers, and fused values grow far beyond them
// even though the pairs fit.
#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	std::vector<std::int32_t> s;
	long long sum = 0;
	for (int i = 0; i < n; i += 2) {
		long long v, second;
		std::cin >> v >> second;
		v += second;
		sum += v;
		s.push_back(static_cast<std::int32_t>(v));
		for (std::size_t k = s.size();
			k >= 3 && s[k - 3] <= s[k - 2] && s[k - 2] >= s[k - 1]; k = s.size()) {
			long long fused = static_cast<long long>(s[k - 3]) - s[k - 2] + s[k - 1];
			s.resize(k - 3);
			s.push_back(static_cast<std::int32_t>(fused));
		}
	}
	long long lead = 0, sign = 1;
	for (std::size_t left = 0, right = s.size(); left < right; sign = -sign)
		lead += sign * (s[left] > s[right - 1] ? s[left++] : s[--right]);
	std::cout << (sum + lead) / 2 << '\n';
}
