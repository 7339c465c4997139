/* SPDX-License-Identifier: MIT */
/* A notebook of any bytes: a program, or a reason. */
#include "notebook.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct as_bytes bytes = {(char *)data, size};
	struct notebook notebook;
	char *reason = NULL;
	const int done = notebook_read(&notebook, &bytes, &reason, NULL);

	if (done < 0 || (done == 0) != (reason != NULL) || (done > 0) != (notebook.cell_count > 0))
		abort();
	if (done && notebook.program.data[notebook.program.size - 1] != '\n')
		abort();
	notebook_clear(&notebook);
	free(reason);
	return 0;
}
