(let ((parts nil))
  (loop
    (push (make-array 1048576 :element-type '(unsigned-byte 8) :initial-element 1) parts)))
