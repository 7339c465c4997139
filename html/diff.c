/* SPDX-License-Identifier: MIT */
#include <assay/html/diff.h>

void as_diff_compare(struct as_diff *diff, const struct as_text_line *left,
	const struct as_text_line *right, as_diff_is_same *is_same, const void *context)
{
	for (size_t i = diff->left_count; i-- > 0;)
		for (size_t j = diff->right_count; j-- > 0;) {
			const uint16_t down = diff->common[i + 1][j], next = diff->common[i][j + 1];
			diff->same[i][j] = is_same(&left[i], &right[j], context);
			diff->common[i][j] = diff->same[i][j]
						     ? (uint16_t)(diff->common[i + 1][j + 1] + 1)
						     : (down > next ? down : next);
		}
}

enum as_diff_step as_diff_next(const struct as_diff *diff, size_t i, size_t j)
{
	const bool has_left = i < diff->left_count, has_right = j < diff->right_count;

	if (!has_left || !has_right)
		return has_left ? AS_DIFF_LEFT : has_right ? AS_DIFF_RIGHT : AS_DIFF_END;
	if (diff->same[i][j])
		return AS_DIFF_BOTH;
	return diff->common[i + 1][j] >= diff->common[i][j + 1] ? AS_DIFF_LEFT : AS_DIFF_RIGHT;
}
