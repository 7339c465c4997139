/* SPDX-License-Identifier: MIT */
/* Invariants of every parsed document, for any bytes. */
#ifndef ASSAY_FUZZ_DOCUMENT_H
#define ASSAY_FUZZ_DOCUMENT_H

#include <assay/base.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef int fuzz_parser(struct as_document *out, const char *name, const char *text, size_t size,
	struct as_error *error);

/* Either a value whose root has a position, or an error that names the file. */
static inline int fuzz_document(fuzz_parser *parse, const uint8_t *data, size_t size)
{
	AS_AUTO_DOCUMENT struct as_document document = {0};
	struct as_error error = {0};
	unsigned line = 0, column = 0;

	if (parse(&document, "fuzz", (const char *)data, size, &error)) {
		if (error.kind == AS_ERROR_NONE || !error.text[0])
			abort();
		return 0;
	}
	if (error.kind != AS_ERROR_NONE || !document.root ||
		!as_document_place(&document, "", &line, &column))
		abort();
	return 0;
}

#endif
