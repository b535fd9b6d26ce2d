/** English words that carry no topic. Short on purpose: a longer list lost on commit-like queries (bench/README.md). */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ('a an and are as at be been but by can did do does for from had has have how i if in into is it its my of on or our should so ' +
    'than that the their them then there these they this those to was we were what when where which who whom whose why will with would you your').split(' '),
)
