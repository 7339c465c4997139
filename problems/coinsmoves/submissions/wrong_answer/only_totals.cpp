// Wrong: prints moves that only end with the correct totals: the alphabetically last such
// transcript. In many of them, a mistake of one player cancels a mistake of the other. Rows of more
// than 14 coins are played correctly.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

static std::vector<long long> coin;
static std::vector<std::vector<long long>> lead;
static std::string moves;

static bool find(int i, int j, long long wanted, bool mine)
{
	if (i > j)
		return wanted == 0;
	moves += 'R';
	if (find(i, j - 1, wanted - (mine ? coin[j] : 0), !mine))
		return true;
	moves.back() = 'L';
	if (find(i + 1, j, wanted - (mine ? coin[i] : 0), !mine))
		return true;
	moves.pop_back();
	return false;
}

int main()
{
	int n;
	long long sum = 0;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin) {
		std::cin >> c;
		sum += c;
	}
	lead.assign(n + 1, std::vector<long long>(n + 1, 0));
	for (int i = n - 1; i >= 0; i--)
		for (int j = i; j < n; j++)
			lead[i][j] = i == j ? coin[i]
					    : std::max(coin[i] - lead[i + 1][j],
						      coin[j] - lead[i][j - 1]);
	long long total = (sum + lead[0][n - 1]) / 2;
	std::cout << total << '\n';
	if (n <= 14)
		find(0, n - 1, total, true);
	else
		for (int i = 0, j = n - 1; i <= j;)
			if (i == j || coin[i] - lead[i + 1][j] >= coin[j] - lead[i][j - 1]) {
				moves += 'L';
				i++;
			} else {
				moves += 'R';
				j--;
			}
	std::cout << moves << '\n';
}
