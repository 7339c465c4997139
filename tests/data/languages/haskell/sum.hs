import qualified Data.ByteString.Char8 as B
import Data.Maybe (mapMaybe)

main :: IO ()
main = do
  numbers <- map fst . mapMaybe B.readInt . tail . B.words <$> B.getContents
  print (sum numbers)
