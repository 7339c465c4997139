// Slow: fuses in an array and closes the gap each time, so that the cost of every fusion is linear
// in the length of the row.
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	std::vector<long long> row(n);
	long long sum = 0;
	for (auto &v : row) {
		std::cin >> v;
		sum += v;
	}
	for (std::size_t i = 2; i < row.size(); i++)
		while (i >= 2 && i < row.size() && row[i - 2] <= row[i - 1] &&
			row[i - 1] >= row[i]) {
			row[i - 2] += row[i] - row[i - 1];
			row.erase(row.begin() + i - 1, row.begin() + i + 1);
			i -= 2;
		}
	long long lead = 0, sign = 1;
	for (std::size_t left = 0, right = row.size(); left < right; sign = -sign)
		lead += sign * (row[left] > row[right - 1] ? row[left++] : row[--right]);
	std::cout << (sum + lead) / 2 << '\n';
}
