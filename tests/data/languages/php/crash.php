<?php
throw new Exception('so it ends');
