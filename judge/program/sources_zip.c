/* SPDX-License-Identifier: MIT */
/* Files as a zip archive, for people who download them. */
#include <assay/base/archive.h>
#include <assay/package/archive.h>
#include <assay/program/zip.h>

static int write_sources(struct archive *archive, const struct as_sources *sources, FILE *out,
	struct as_error *error)
{
	if (archive_write_open_FILE(archive, out) != ARCHIVE_OK)
		return as_archive_write_error(archive, "write the archive", error);
	for (size_t i = 0; i < sources->count; i++) {
		const struct as_source *file = &sources->files[i];
		if (as_archive_put_header(archive, file->name, file->data.size, error) ||
			as_archive_put_data(archive, file->data.data, file->data.size, error))
			return -1;
	}
	return archive_write_close(archive) == ARCHIVE_OK
		       ? 0
		       : as_archive_write_error(archive, "write the archive", error);
}

int as_sources_zip(const struct as_sources *sources, struct as_bytes *zip, struct as_error *error)
{
	AS_AUTO_ARCHIVE struct archive *archive = as_archive_new_zip(error);
	FILE *out = archive ? open_memstream(&zip->data, &zip->size) : NULL;

	if (!out)
		return archive ? as_error_no_memory(error) : -1;
	const int failed = write_sources(archive, sources, out, error);
	/* Close it explicitly: freeing an open archive still writes to it. */
	archive_write_free(as_steal(archive));
	return fclose(out) || failed ? as_error_no_memory(error) : 0;
}

int as_submitted_zip(const struct as_bytes *files, struct as_bytes *zip, struct as_error *error)
{
	AS_AUTO(as_submitted_clear) struct as_submitted submitted = {0};
	const int read = as_submitted_read(files->data, files->size, &submitted, error);

	if (read != 1)
		return read < 0 ? -1
				: as_error_set(error, AS_ERROR_INPUT,
					  "the files of the submission are of another version");
	return as_sources_zip(&submitted.sources, zip, error);
}
