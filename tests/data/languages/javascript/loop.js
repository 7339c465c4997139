for (let i = 0; ; i++);
