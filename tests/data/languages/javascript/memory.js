const parts = [];
for (;;)
	parts.push(Buffer.alloc(1 << 20, 1));
