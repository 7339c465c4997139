(error "so it ends")
