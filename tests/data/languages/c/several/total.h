long total(void);
