/* SPDX-License-Identifier: MIT */
#include <assay/base/archive.h>
#include <dlfcn.h>
#include <stdlib.h>

static void *_Atomic library;

int as_archive_load(struct as_error *error)
{
	/* Two threads that load it at once get the same handle. */
	if (!library)
		library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	return library ? 0
		       : as_error_set(error, AS_ERROR_MACHINE,
				 "archives need the package libarchive13: %s", dlerror());
}

static void *find_symbol(const char *name)
{
	void *function = library ? dlsym(library, name) : NULL;

	if (!function)
		abort(); /* as_archive_load was not called */
	return function;
}

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses): types and lists of parameters */
#define LATE(type, name, parameters, arguments) \
	type name parameters { return ((__typeof__(&name))find_symbol(#name)) arguments; }
#define LATE_VOID(name, parameters, arguments) \
	void name parameters { ((__typeof__(&name))find_symbol(#name)) arguments; }
/* NOLINTEND(bugprone-macro-parentheses) */

LATE(struct archive *, archive_read_new, (void), ())
LATE(int, archive_read_support_format_tar, (struct archive *a), (a))
LATE(int, archive_read_support_format_zip, (struct archive *a), (a))
LATE(int, archive_read_support_format_zip_seekable, (struct archive *a), (a))
LATE(int, archive_read_open_fd, (struct archive *a, int fd, size_t block), (a, fd, block))
LATE(int, archive_read_next_header, (struct archive *a, struct archive_entry **entry), (a, entry))
LATE(la_ssize_t, archive_read_data, (struct archive *a, void *data, size_t size), (a, data, size))

LATE(struct archive *, archive_write_new, (void), ())
LATE(int, archive_write_set_format_zip, (struct archive *a), (a))
LATE(int, archive_write_set_format_pax_restricted, (struct archive *a), (a))
LATE(int, archive_write_zip_set_compression_store, (struct archive *a), (a))
LATE(int, archive_write_set_bytes_in_last_block, (struct archive *a, int bytes), (a, bytes))
LATE(int, archive_write_open_fd, (struct archive *a, int fd), (a, fd))
LATE(int, archive_write_open_FILE, (struct archive *a, FILE *file), (a, file))
LATE(int, archive_write_header, (struct archive *a, struct archive_entry *entry), (a, entry))
LATE(la_ssize_t, archive_write_data, (struct archive *a, const void *data, size_t size), (a, data, size))
LATE(int, archive_write_close, (struct archive *a), (a))
LATE(int, archive_write_free, (struct archive *a), (a))
LATE(int, archive_free, (struct archive *a), (a))

LATE(int, archive_errno, (struct archive *a), (a))
LATE(const char *, archive_error_string, (struct archive *a), (a))
LATE(const char *, archive_format_name, (struct archive *a), (a))

LATE(struct archive_entry *, archive_entry_new, (void), ())
LATE_VOID(archive_entry_free, (struct archive_entry *entry), (entry))
LATE(const char *, archive_entry_pathname, (struct archive_entry *entry), (entry))
LATE(const char *, archive_entry_hardlink, (struct archive_entry *entry), (entry))
LATE(const char *, archive_entry_symlink, (struct archive_entry *entry), (entry))
LATE(mode_t, archive_entry_filetype, (struct archive_entry *entry), (entry))
LATE(mode_t, archive_entry_perm, (struct archive_entry *entry), (entry))
LATE(la_int64_t, archive_entry_size, (struct archive_entry *entry), (entry))
LATE(int, archive_entry_size_is_set, (struct archive_entry *entry), (entry))
LATE(int, archive_entry_sparse_count, (struct archive_entry *entry), (entry))
LATE(int, archive_entry_is_encrypted, (struct archive_entry *entry), (entry))
LATE_VOID(archive_entry_set_pathname, (struct archive_entry *entry, const char *name), (entry, name))
LATE_VOID(archive_entry_set_pathname_utf8, (struct archive_entry *entry, const char *name), (entry, name))
LATE_VOID(archive_entry_set_size, (struct archive_entry *entry, la_int64_t size), (entry, size))
LATE_VOID(archive_entry_set_filetype, (struct archive_entry *entry, unsigned type), (entry, type))
LATE_VOID(archive_entry_set_perm, (struct archive_entry *entry, mode_t mode), (entry, mode))
LATE_VOID(archive_entry_set_mtime, (struct archive_entry *entry, time_t time, long ns), (entry, time, ns))
/* clang-format on */
