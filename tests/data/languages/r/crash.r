stop('so it ends')
