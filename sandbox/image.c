/* SPDX-License-Identifier: MIT */
/* The helpers' programs, carried as bytes. */
#include "helper.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): strings that are joined */
#define CARRY(symbol, path)                                                                        \
	__asm__(".section .rodata\n"                                                               \
		".global " #symbol "\n"                                                            \
		".global " #symbol "_end\n"                                                        \
		".balign 16\n" #symbol ":\n"                                                       \
		".incbin \"" path "\"\n" #symbol "_end:\n"                                         \
		".byte 0\n"                                                                        \
		".previous\n");                                                                    \
	extern const char symbol[], symbol##_end[]
/* NOLINTEND(bugprone-macro-parentheses) */

CARRY(as_bytes_of_zygote, ASSAY_ZYGOTE_PATH);
CARRY(as_bytes_of_keeper, ASSAY_KEEPER_PATH);

const struct as_image as_image_zygote = {
	"assay-zygote", as_bytes_of_zygote, as_bytes_of_zygote_end};
const struct as_image as_image_keeper = {
	"assay-keeper", as_bytes_of_keeper, as_bytes_of_keeper_end};
