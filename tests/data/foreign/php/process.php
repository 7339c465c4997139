<?php // expect: SV exec
$process = proc_open(["/bin/echo", "6"], [], $pipes);
