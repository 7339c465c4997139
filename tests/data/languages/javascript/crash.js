throw new Error('so it ends');
