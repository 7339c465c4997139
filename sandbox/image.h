/* SPDX-License-Identifier: MIT */
/* The program of the sandbox's helper. */
#ifndef ASSAY_SANDBOX_IMAGE_H
#define ASSAY_SANDBOX_IMAGE_H

#include <assay/base/keeper.h>

extern const struct as_image as_image_zygote;

#endif
