(load "total.lisp")

(format t "~d~%" (total))
