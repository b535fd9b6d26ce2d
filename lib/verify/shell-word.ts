/** A word as it is typed in a shell: an id that holds anything but letters, digits and `_ . - / :` stands in quotes. */
export const shellWord = (word: string): string =>
  /^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_./:-]*$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
