/** English words that carry no topic, before stemming. Short on purpose: Snowball's list of 127 words lost on code and notes, see bench/quality/README.md. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about am an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it its ' +
    'may me might my of on or our she should so some than that the their them then there these they this those to us was we were what ' +
    'when where which who whom whose why will with would you your'
  ).split(' '),
)
