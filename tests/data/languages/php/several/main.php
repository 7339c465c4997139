<?php
require 'total.php';

echo total(), "\n";
