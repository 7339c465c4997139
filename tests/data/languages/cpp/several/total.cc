#include "total.hpp"

long total(std::istream &in)
{
	int n, x;
	long sum = 0;
	in >> n;
	while (n-- > 0 && in >> x)
		sum += x;
	return sum;
}
