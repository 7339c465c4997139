/* SPDX-License-Identifier: MIT */
#include "fuzz_document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_document(as_document_parse_json, data, size);
}
