/* SPDX-License-Identifier: MIT */
#ifndef ASSAY_SANDBOX_ZYGOTE_IMAGE_H
#define ASSAY_SANDBOX_ZYGOTE_IMAGE_H

extern const char as_zygote_image[];
extern const char as_zygote_image_end[];

#endif
