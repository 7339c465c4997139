/* SPDX-License-Identifier: MIT */
/* One hand-in, read as the export of a class of one person. */
#include "state.h"

#include <assay/base/keeper.h>
#include <assay/grade/run/take.h>
#include <fcntl.h>
#include <limits.h>

#define PERSON "1" /* the folder of the only person */

struct as_grade_taken {
	struct as_keeper *keeper;
	char folder[PATH_MAX]; /* "": none */
	struct as_grade grade; /* only what grade_people_read uses */
};

static int write_files(const struct as_grade_taken *taken, const struct as_grade_take *take,
	struct as_error *error)
{
	AS_AUTO_FREE char *path = as_text_format(error, "%s/" PERSON, taken->folder);

	if (!path || as_dir_make(AT_FDCWD, path, 0700, error))
		return -1;
	AS_AUTO_FD int dirfd = as_dir_open(AT_FDCWD, path, error);
	return dirfd < 0 ? -1 : as_sources_write(take->files, dirfd, error);
}

static int read_files(
	struct as_grade_taken *taken, const struct as_grade_take *take, struct as_error *error)
{
	struct as_grade *grade = &taken->grade;

	grade->config.submissions = taken->folder;
	grade->config.arrival = (struct as_submissions_order){
		.layout = AS_LAYOUT_FOLDERS, .asked = take->asked, .limits = take->limits};
	grade->languages = (struct as_languages *)take->languages;
	grade->assignment.scheme = *take->scheme;
	grade->assignment.packages = (struct as_package **)take->packages;
	return grade_people_read(grade, error);
}

struct as_grade_taken *as_grade_take(const struct as_grade_take *take, struct as_error *error)
{
	struct as_grade_taken *taken = calloc(1, sizeof(*taken));

	if (!taken) {
		as_error_no_memory(error);
		return NULL;
	}
	taken->keeper = take->keeper;
	if (as_temp_make(take->keeper, taken->folder, error))
		*taken->folder = '\0';
	else if (write_files(taken, take, error) == 0 && read_files(taken, take, error) == 0)
		return taken;
	as_grade_taken_close(taken);
	return NULL;
}

void as_grade_taken_close(struct as_grade_taken *taken)
{
	if (!taken)
		return;
	grade_people_clear(&taken->grade.people);
	if (*taken->folder)
		as_temp_remove(taken->keeper, taken->folder);
	free(taken);
}

const struct as_class_entry *as_grade_taken_entries(const struct as_grade_taken *taken)
{
	return taken->grade.people.entries;
}

const struct as_submissions *as_grade_taken_found(const struct as_grade_taken *taken)
{
	return taken->grade.people.submissions;
}
