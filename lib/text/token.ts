/** word: a word or a part of one; joined: an identifier without its separators; gram: a piece of a script without blanks. */
export type TermKind = 'word' | 'joined' | 'gram'
export type Token = { readonly term: string; readonly kind: TermKind }

/** The steps of the tokenizer that can be switched off one by one, so that a bench can say what each is worth. */
export type TokenizerSteps = {
  readonly stop: boolean
  readonly parts: boolean
  readonly joined: boolean
  readonly stem: boolean
  readonly fold: boolean
  readonly han: boolean
  readonly hangul: boolean
  readonly unspaced: boolean
}
export const ALL_STEPS: TokenizerSteps = {
  stop: true,
  parts: true,
  joined: true,
  stem: true,
  fold: true,
  han: true,
  hangul: true,
  unspaced: true,
}
