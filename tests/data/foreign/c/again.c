// expect: SV exec
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc > 1)
		return puts("6") < 0;
	return execl(argv[0], argv[0], "again", (char *)NULL);
}
