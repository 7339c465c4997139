<?php // expect: SV exec
echo shell_exec("echo 6");
