/* Wrong: says L for ever, and listens to nothing. */
#include <stdio.h>

int main(void)
{
	while (puts("L") >= 0)
		;
	return 0;
}
