// Slow: makes passes over the row and fuses the peaks that it finds, until there are none. On a
// mountain each pass finds a single peak.
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	std::vector<long long> row(n / 2);
	long long sum = 0;
	for (auto &v : row) {
		long long first, second;
		std::cin >> first >> second;
		v = first + second;
		sum += v;
	}
	for (bool again = true; again;) {
		again = false;
		std::vector<long long> next;
		for (std::size_t i = 0; i < row.size(); i++)
			if (i + 2 < row.size() && row[i] <= row[i + 1] &&
				row[i + 1] >= row[i + 2]) {
				next.push_back(row[i] - row[i + 1] + row[i + 2]);
				i += 2;
				again = true;
			} else {
				next.push_back(row[i]);
			}
		row = next;
	}
	long long lead = 0, sign = 1;
	for (std::size_t left = 0, right = row.size(); left < right; sign = -sign)
		lead += sign * (row[left] > row[right - 1] ? row[left++] : row[--right]);
	std::cout << (sum + lead) / 2 << '\n';
}
