parts <- list()
repeat parts[[length(parts) + 1]] <- rep(1.5, 131072)
