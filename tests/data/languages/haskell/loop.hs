spin :: Int -> IO ()
spin n
  | n < 0 = print n
  | otherwise = spin ((n + 1) `mod` 65536)

main :: IO ()
main = spin 0
