// Fuses peaks, plays the rest of the row to its end and compares both totals. They are in `double`,
// which represents all sums here exactly. Slow input and output on purpose: plain cin, endl.
#include <deque>
#include <iostream>
#include <vector>

int main()
{
	int rows;
	std::cin >> rows;
	while (rows-- > 0) {
		int n;
		std::cin >> n;
		std::vector<double> s;
		for (int i = 0; i < n; i++) {
			double z;
			std::cin >> z;
			while (s.size() >= 2 && s[s.size() - 2] <= s.back() && s.back() >= z) {
				z -= s.back();
				s.pop_back();
				z += s.back();
				s.pop_back();
			}
			s.push_back(z);
		}
		std::deque<double> rest(s.begin(), s.end());
		double total[2] = {0, 0};
		for (int turn = 0; !rest.empty(); turn = !turn)
			if (rest.front() > rest.back()) {
				total[turn] += rest.front();
				rest.pop_front();
			} else {
				total[turn] += rest.back();
				rest.pop_back();
			}
		if (total[0] == total[1])
			std::cout << "TIE" << std::endl;
		else
			std::cout << (total[0] > total[1] ? "FIRST" : "SECOND") << std::endl;
	}
}
