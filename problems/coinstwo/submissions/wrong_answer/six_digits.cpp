// Wrong: totals in `double`, which can represent them, but `<<` prints only six digits ("2.5e+14").
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	std::vector<double> s;
	double sum = 0;
	for (int i = 0; i < n; i += 2) {
		double v, second;
		std::cin >> v >> second;
		v += second;
		sum += v;
		s.push_back(v);
		for (std::size_t k = s.size();
			k >= 3 && s[k - 3] <= s[k - 2] && s[k - 2] >= s[k - 1]; k = s.size()) {
			double fused = s[k - 3] - s[k - 2] + s[k - 1];
			s.resize(k - 3);
			s.push_back(fused);
		}
	}
	double lead = 0, sign = 1;
	for (std::size_t left = 0, right = s.size(); left < right; sign = -sign)
		lead += sign * (s[left] > s[right - 1] ? s[left++] : s[--right]);
	std::cout << (sum + lead) / 2 << '\n';
}
