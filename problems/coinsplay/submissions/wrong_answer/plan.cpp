// Wrong: computes at the start an optimal game of both players and writes its own moves of it,
// whatever the opponent takes. Against the optimal opponent that may succeed.
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin)
		std::cin >> c;
	// lead[i][j]: the lead of the player to move on the coins i to j - 1.
	std::vector<std::vector<long long>> lead(n + 1, std::vector<long long>(n + 1));
	for (int i = n - 1; i >= 0; i--)
		for (int j = i + 1; j <= n; j++) {
			long long left = coin[i] - lead[i + 1][j];
			long long right = coin[j - 1] - lead[i][j - 1];
			lead[i][j] = left > right ? left : right;
		}
	int i = 0, j = n;
	for (int turn = 0; i < j; turn++) {
		bool left = coin[i] - lead[i + 1][j] >= coin[j - 1] - lead[i][j - 1];
		char answer;
		if (turn % 2 == 0)
			std::cout << (left ? 'L' : 'R') << std::endl;
		else
			std::cin >> answer;
		left ? i++ : j--;
	}
}
