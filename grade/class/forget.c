/* SPDX-License-Identifier: MIT */
/* Removes what is known of a person but the marks. */
#include "register.h"

int as_class_forget(struct as_store *store, const char *id, struct as_error *error)
{
	struct as_register reg = {0};
	int failed = as_register_read(&reg, store, error), found = 0;
	struct as_class_row *row = failed ? NULL : as_register_find(&reg, id);

	if (row) {
		free(as_steal(row->name));
		free(as_steal(row->mail));
		row->is_forgotten = true;
		found = 1;
		failed = as_register_write(&reg, store, error);
	}
	as_register_clear(&reg);
	return failed ? -1 : found;
}
