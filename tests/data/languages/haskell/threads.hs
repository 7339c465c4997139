import Control.Concurrent
import qualified Data.ByteString.Char8 as B
import Data.Maybe (mapMaybe)

half :: Int -> [Int] -> Int
half which numbers = sum [x | (i, x) <- zip [0 :: Int ..] numbers, i `mod` 2 == which]

main :: IO ()
main = do
  numbers <- map fst . mapMaybe B.readInt . tail . B.words <$> B.getContents
  boxes <- mapM (\which -> do
    box <- newEmptyMVar
    _ <- forkIO (putMVar box $! half which numbers)
    return box) [0, 1]
  sums <- mapM takeMVar boxes
  print (sum sums)
