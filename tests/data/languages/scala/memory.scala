object Memory extends App {
	var parts = List[Array[Byte]]()
	while (true)
		parts = new Array[Byte](1 << 20) :: parts
}
