import Help.Total (total)

main :: IO ()
main = total >>= print
