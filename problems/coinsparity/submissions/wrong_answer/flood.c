/* Wrong: writes L without end, and reads nothing. */
#include <stdio.h>

int main(void)
{
	while (puts("L") >= 0)
		;
	return 0;
}
