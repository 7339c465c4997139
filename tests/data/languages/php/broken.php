<?php
$x = ;
