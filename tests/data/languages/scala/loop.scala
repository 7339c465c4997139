object Loop extends App {
	var i = 0L
	while (i >= 0)
		i = (i + 1) & 0xffffff
}
