// Wrong: compares the sums of every other coin from each end, and takes the end with the larger
// sum. That guarantees half of an even row, but not the maximum, and nothing of an odd row.
#include <iostream>
#include <vector>

static std::vector<long long> coin;
static int i, j;

// The sum, of coins i to j - 1, of the coin at `from` and every second one in that direction.
static long long every_other(int from, int direction)
{
	long long sum = 0;
	for (int k = from; k >= i && k < j; k += 2 * direction)
		sum += coin[k];
	return sum;
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	j = n;
	while (i < j) {
		if (every_other(i, 1) >= every_other(j - 1, -1)) {
			std::cout << 'L' << std::endl;
			i++;
		} else {
			std::cout << 'R' << std::endl;
			j--;
		}
		if (i == j)
			break;
		char answer;
		std::cin >> answer;
		if (answer == 'L')
			i++;
		else
			j--;
	}
}
