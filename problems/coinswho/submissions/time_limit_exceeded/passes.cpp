// Slow: makes passes over the row and fuses the peaks that it finds, until there are none. On a
// mountain each pass finds a single peak.
#include <iostream>
#include <vector>

static long long lead_of(std::vector<long long> row)
{
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
	return lead;
}

int main()
{
	std::ios::sync_with_stdio(false);
	int rows;
	std::cin >> rows;
	while (rows-- > 0) {
		int n;
		std::cin >> n;
		std::vector<long long> row(n);
		for (auto &v : row)
			std::cin >> v;
		long long lead = lead_of(row);
		std::cout << (lead > 0 ? "FIRST" : lead < 0 ? "SECOND" : "TIE") << '\n';
	}
}
