/* SPDX-License-Identifier: MIT */
/* Adds gen.h to each program that includes it. */
#include "export.h"
#include <fcntl.h>
#include <string.h>

#define INCLUDE "#include <assay/gen.h>"
#define LOCAL_INCLUDE "#include \"gen.h\""

static bool is_source(const char *name)
{
	static const char *const endings[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".hpp"};
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
		if (strcmp(dot, endings[i]) == 0)
			return true;
	return false;
}

static int add_header(struct as_export *export, const char *name, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes header = {0};
	AS_AUTO_FREE char *from =
		as_text_format(error, "%s/assay/gen.h", export->config->include_dir);
	AS_AUTO_FREE char *to =
		as_text_format(error, "%.*s/gen.h", (int)(strrchr(name, '/') - name), name);
	if (!from || !to || as_file_read(AT_FDCWD, from, (uint64_t)1 << 20, &header, error) < 0)
		return -1;
	return as_export_find(export, to) ? 0 : as_export_add_text(export, to, header.data, error);
}

int as_export_bundle_header(struct as_export *export, size_t index, const char *name,
	bool *included, struct as_error *error)
{
	AS_AUTO_BYTES struct as_bytes text = {0};
	const char *old_name = export->files[index].name;
	*included = false;
	if (!is_source(old_name))
		return 0;
	if (as_export_read(export, &export->files[index], &text, error) < 0)
		return -1;
	const char *include = strstr(text.data, INCLUDE);
	/* A file that was changed earlier, for another program, is in memory. */
	*included = include || (!export->files[index].real && strstr(text.data, LOCAL_INCLUDE));
	if (!include)
		return 0;
	if (!export->config->include_dir)
		return as_tree_error(&export->package->tree, old_name, error,
			"includes <assay/gen.h>, which this installation does not have");
	AS_AUTO_FREE char *changed = as_text_format(error, "%.*s%s%s", (int)(include - text.data),
		text.data, LOCAL_INCLUDE, include + strlen(INCLUDE));
	AS_AUTO_FREE char *inside = as_text_format(error, "%s", name);
	if (!changed || !inside)
		return -1;
	as_export_drop(&export->files[index]);
	if (as_export_add_text(export, inside, changed, error) < 0)
		return -1;
	return add_header(export, inside, error);
}
