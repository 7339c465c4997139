/* SPDX-License-Identifier: MIT */
/* The script of the teacher's page, class.js, embedded as a text. */

__asm__(".section .rodata\n"
	".global as_pages_script\n"
	"as_pages_script:\n"
	".incbin \"" ASSAY_CLASS_SCRIPT_PATH "\"\n"
	".byte 0\n"
	".previous\n");
