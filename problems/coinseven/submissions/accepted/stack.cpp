// Linear time: a coin that is no smaller than both neighbours is taken right after one of them. So
// the three act as one coin of value x - y + z. The resulting row has no inner peak, so taking the
// larger end is optimal.
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> s;
	long long sum = 0;
	for (int i = 0; i < n; i++) {
		long long v;
		std::cin >> v;
		sum += v;
		s.push_back(v);
		for (std::size_t k = s.size();
			k >= 3 && s[k - 3] <= s[k - 2] && s[k - 2] >= s[k - 1]; k = s.size()) {
			long long fused = s[k - 3] - s[k - 2] + s[k - 1];
			s.resize(k - 3);
			s.push_back(fused);
		}
	}
	long long difference = 0, sign = 1;
	for (std::size_t left = 0, right = s.size(); left < right; sign = -sign)
		difference += sign * (s[left] > s[right - 1] ? s[left++] : s[--right]);
	std::cout << (sum + difference) / 2 << '\n';
}
