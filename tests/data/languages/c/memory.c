#include <stdlib.h>
#include <string.h>

int main(void)
{
	for (;;) {
		char *part = malloc(1 << 20);
		if (part)
			memset(part, 1, 1 << 20);
	}
}
