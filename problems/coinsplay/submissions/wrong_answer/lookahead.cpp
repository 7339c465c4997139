// Wrong: looks only one move ahead: takes the end coin with the greater lead over the coin that it
// uncovers.
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin)
		std::cin >> c;
	int i = 0, j = n;
	while (i < j) {
		if (j - i < 3 ? coin[i] >= coin[j - 1]
			      : coin[i] - coin[i + 1] >= coin[j - 1] - coin[j - 2]) {
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
