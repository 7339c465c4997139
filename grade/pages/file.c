/* SPDX-License-Identifier: MIT */
/* Pages as files. */
#include "state.h"

#include <string.h>

/* Our pages are never larger, so larger ones are not compared. */
#define MAX_BYTES (UINT64_C(256) << 20)

static bool is_same(int dir_fd, const char *name, const char *text)
{
	AS_AUTO_BYTES struct as_bytes old = {0};

	return as_file_read(dir_fd, name, MAX_BYTES, &old, NULL) == 0 && old.size == strlen(text) &&
	       memcmp(old.data, text, old.size) == 0;
}

int as_page_file_write(int dir_fd, const char *name, const char *text, struct as_error *error)
{
	if (is_same(dir_fd, name, text))
		return 0;
	return as_file_write(dir_fd, name, text, strlen(text), 0600, error) < 0 ? -1 : 1;
}

bool as_page_file_is_ours(int dir_fd, const char *name)
{
	char head[1024];
	AS_AUTO_FD int fd = as_file_open(dir_fd, name, NULL);
	const ssize_t size = fd < 0 ? -1 : pread(fd, head, sizeof(head) - 1, 0);

	if (size < 0)
		return false;
	head[size] = '\0';
	return strstr(head, AS_HTML_MARK);
}
