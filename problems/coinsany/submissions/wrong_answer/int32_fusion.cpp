// Wrong: 64-bit sums, but the linear algorithm's stack holds 32-bit numbers, and fused values grow
// far beyond them even where the coins fit. Expected: WA in every group, 0 points.
#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<std::int32_t> s;
	long long sum = 0;
	for (int i = 0; i < n; i++) {
		long long v;
		std::cin >> v;
		sum += v;
		s.push_back(static_cast<std::int32_t>(v));
		for (std::size_t k = s.size();
			k >= 3 && s[k - 3] <= s[k - 2] && s[k - 2] >= s[k - 1]; k = s.size()) {
			long long fused = static_cast<long long>(s[k - 3]) - s[k - 2] + s[k - 1];
			s.resize(k - 3);
			s.push_back(static_cast<std::int32_t>(fused));
		}
	}
	long long difference = 0, sign = 1;
	for (std::size_t left = 0, right = s.size(); left < right; sign = -sign)
		difference += sign * (s[left] > s[right - 1] ? s[left++] : s[--right]);
	std::cout << (sum + difference) / 2 << ' ' << (sum - difference) / 2 << '\n';
}
