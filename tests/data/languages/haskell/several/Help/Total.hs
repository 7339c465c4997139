module Help.Total (total) where

import qualified Data.ByteString.Char8 as B
import Data.Maybe (mapMaybe)

total :: IO Int
total = sum . map fst . mapMaybe B.readInt . tail . B.words <$> B.getContents
