/* SPDX-License-Identifier: MIT */
/* The helper program, carried as bytes: nothing to find, nothing to tamper with at run time. */
#include "zygote_image.h"

__asm__(".section .rodata\n"
	".global as_zygote_image\n"
	".global as_zygote_image_end\n"
	".balign 16\n"
	"as_zygote_image:\n"
	".incbin \"" ASSAY_ZYGOTE_PATH "\"\n"
	"as_zygote_image_end:\n"
	".byte 0\n"
	".previous\n");

/* ISO C wants a declaration besides. */
extern const char as_zygote_image[];
