// Chooses again at every turn: prefix sums of every other coin give the sums of the odd and the
// even places of the remaining row. This is never worse than the first choice, since I keep the
// coins that I have.
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> sum(n + 2); // sum[i + 2] - sum[i] is coin i
	for (int i = 0; i < n; i++) {
		long long v;
		std::cin >> v;
		sum[i + 2] = sum[i] + v;
	}
	char answer;
	for (int left = 0, right = n; left < right; answer == 'L' ? left++ : right--) {
		// Coins left, left + 2, ..., right - 2, and those between them and right - 1.
		long long with_left = sum[right] - sum[left];
		long long with_right = sum[right + 1] - sum[left + 1];
		if (with_left >= with_right) {
			std::cout << 'L' << std::endl;
			left++;
		} else {
			std::cout << 'R' << std::endl;
			right--;
		}
		std::cin >> answer;
	}
}
