/* SPDX-License-Identifier: MIT */
/* A pair of similar sources. */
#ifndef ASSAY_TESTS_GRADE_PAGES_PAIR_H
#define ASSAY_TESTS_GRADE_PAGES_PAIR_H

#include <assay/grade/pages.h>

static const struct as_page_source left_source = {
	.name = "a.py", .text = "one\r\ntwo\rthree\nfour\n", .size = 19};
static const struct as_page_source right_source = {
	.name = "b.py", .text = "zero\ntwo\nthree", .size = 14};
static const struct as_page_passage two_lines = {.left = {0, 2, 3}, .right = {0, 2, 3}};

static inline struct as_page_pair sum_pair(size_t left, size_t right)
{
	return (struct as_page_pair){.left = left,
		.right = right,
		.left_e4 = 5049,
		.right_e4 = 6667,
		.left_files = &left_source,
		.right_files = &right_source,
		.left_file_count = 1,
		.right_file_count = 1,
		.passages = &two_lines,
		.passage_count = 1};
}

#endif
