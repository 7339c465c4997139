(let ((i 0))
  (declare (fixnum i))
  (loop
    (setf i (logand (1+ i) 65535))))
