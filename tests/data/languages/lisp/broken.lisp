(defun f (x)
  (print x)
