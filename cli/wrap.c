/* SPDX-License-Identifier: MIT */
/* Prints text for people, broken between words at the width of the terminal. */
#include "cli.h"

#include <string.h>
#include <sys/ioctl.h>

int cli_terminal_width(int otherwise)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || size.ws_col == 0)
		return otherwise;
	return size.ws_col;
}

/* One for each character of UTF-8. */
static int count_columns(const char *text, size_t length)
{
	int columns = 0;

	for (size_t i = 0; i < length; i++)
		columns += ((unsigned char)text[i] & 0xC0) != 0x80;
	return columns;
}

void cli_print_wrapped(const char *text, int column, int width)
{
	int at = column;

	while (*text) {
		size_t length = strcspn(text, " ");
		int columns = count_columns(text, length);
		if (at > column && at + 1 + columns > width) {
			printf("\n%*s", column, "");
			at = column;
		} else if (at > column) {
			putchar(' ');
			at++;
		}
		printf("%.*s", (int)length, text);
		at += columns;
		text += length + strspn(text + length, " ");
	}
	putchar('\n');
}
