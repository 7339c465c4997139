import qualified Data.ByteString as B

grow :: [B.ByteString] -> Int -> IO ()
grow parts n
  | n < 0 = print (sum (map B.length parts))
  | otherwise = do
      let part = B.replicate (1024 * 1024 + n) 1
      B.length part `seq` grow (part : parts) (n + 1)

main :: IO ()
main = grow [] 0
