/* SPDX-License-Identifier: MIT */
/* The language table, judge/program/languages.json, embedded as bytes. */
#include <assay/program/language.h>

__asm__(".section .rodata\n"
	".global as_languages_image\n"
	".global as_languages_image_end\n"
	"as_languages_image:\n"
	".incbin \"" ASSAY_LANGUAGES_PATH "\"\n"
	"as_languages_image_end:\n"
	".byte 0\n"
	".previous\n");
