/* SPDX-License-Identifier: MIT */
/* The links of an archive: noted, made after all files, and checked. */
#include "zip_unpacking.h"

#include <assay/base/archive.h>
#include <assay/base/tree.h>

#include <errno.h>
#include <string.h>

int zip_note_link(struct zip_unpacking *unpacking, struct archive_entry *entry, const char *path)
{
	if (!as_array_reserve(unpacking->links, unpacking->link_count, unpacking->reading.error))
		return -1;
	const char *target = archive_entry_symlink(entry);
	if (!target || !*target ||
		(!unpacking->reading.limits->is_lenient && zip_find_fault(target)))
		return zip_refuse_entry(&unpacking->reading, path,
			"is a link with an unreadable or absolute target; pack the file that it "
			"points to");
	struct zip_link *link = &unpacking->links[unpacking->link_count++];
	*link = (struct zip_link){.path = strdup(path), .target = strdup(target)};
	return link->path && link->target ? zip_count_entry(&unpacking->reading)
					  : as_error_no_memory(unpacking->reading.error);
}

static int make_link(struct zip_unpacking *unpacking, const struct zip_link *link)
{
	const char *name;
	AS_AUTO_FD int parent = zip_open_parent(unpacking, link->path, &name);
	if (parent < 0)
		return -1;
	if (symlinkat(link->target, parent, name) == 0)
		return 0;
	/* A link is not followed in lenient unpacking: only its name is reported. */
	return errno == EEXIST && unpacking->reading.limits->is_lenient
		       ? 0
		       : zip_exists_already(unpacking, link->path, errno);
}

/* The kernel resolves the link, to check its target. */
static int check_link(struct zip_unpacking *unpacking, const struct zip_link *link)
{
	AS_AUTO_FD int fd = as_tree_open(unpacking->to_fd, link->path);
	if (fd >= 0)
		return 0;
	switch (errno) {
	case EXDEV:
		return zip_refuse_entry(&unpacking->reading, link->path,
			"is a link out of the archive; pack the file that it points to");
	case ELOOP:
		return zip_refuse_entry(
			&unpacking->reading, link->path, "is part of a cycle of links; remove it");
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
		return zip_refuse_entry(&unpacking->reading, link->path,
			"is a link to a file that is not in the archive; pack the file that it "
			"points to");
	default:
		return as_error_sys(unpacking->reading.error, AS_ERROR_INTERNAL, errno,
			"cannot follow the unpacked link %s", link->path);
	}
}

int zip_make_links(struct zip_unpacking *unpacking)
{
	for (size_t i = 0; i < unpacking->link_count; i++)
		if (make_link(unpacking, &unpacking->links[i]) < 0)
			return -1;
	for (size_t i = 0; !unpacking->reading.limits->is_lenient && i < unpacking->link_count; i++)
		if (check_link(unpacking, &unpacking->links[i]) < 0)
			return -1;
	return 0;
}
