(let ((n (read)) (sum 0))
  (dotimes (i n)
    (incf sum (read)))
  (format t "~d~%" sum))
