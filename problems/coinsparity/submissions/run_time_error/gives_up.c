/* Crashes: gives up with an exit status of 1 after its first move. */
#include <stdio.h>

int main(void)
{
	puts("L");
	return 1;
}
