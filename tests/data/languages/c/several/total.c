#include "total.h"

#include <stdio.h>

long total(void)
{
	int n, x;
	long sum = 0;

	if (scanf("%d", &n) == 1)
		while (n-- > 0 && scanf("%d", &x) == 1)
			sum += x;
	return sum;
}
