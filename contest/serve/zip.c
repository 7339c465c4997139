/* SPDX-License-Identifier: MIT */
/* Packs the files of a submission into a zip archive. */
#include "answer.h"
#include "intake.h"
#include "server.h"

#include <assay/program/zip.h>

int archive_submission(struct as_server *server, const char *blob, struct as_bytes *zip)
{
	AS_AUTO_BYTES struct as_bytes files = {0};

	if (as_store_blob_read(server->config.store, blob, STORED_MAX_BYTES, &files, NULL) != 1)
		return -1;
	return as_submitted_zip(&files, zip, NULL);
}
