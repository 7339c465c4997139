error('so it ends')
