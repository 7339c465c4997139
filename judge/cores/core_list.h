/* SPDX-License-Identifier: MIT */
/* core_list: parses lists of cores such as 0,2-3. */
#ifndef ASSAY_JUDGE_CORE_LIST_H
#define ASSAY_JUDGE_CORE_LIST_H

#include <assay/base.h>
#include <sched.h>

/* The cores that the calling thread may use. */
int as_core_list_usable(cpu_set_t *set, struct as_error *error) AS_MUST_USE AS_NONNULL(1);
/* AS_ERROR_USAGE unless the text is a list of such cores. */
int as_core_list_parse(const char *list, cpu_set_t *set, struct as_error *error) AS_MUST_USE
	AS_NONNULL(1, 2);

#endif
