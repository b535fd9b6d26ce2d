import { findSecrets } from '../guard/secrets.ts'
import { PmemError } from '../model/error.ts'

/** The way past the guard, for commands that write texts as they are given. */
export const SECRETS_FLAG = {
  allowSecrets: { kind: 'bool', doc: 'Store the text although it looks as if it held a password, key or token' },
} as const

/** What the guard says of a text, or undefined where it is clean. Never shows the secret itself. */
export function secretIn(texts: readonly (string | null)[]): string | undefined {
  for (const text of texts) {
    const [found] = text === null ? [] : findSecrets(text)
    if (found !== undefined) return `holds what looks like a secret: ${found.kind} (${found.shown}), line ${found.line}`
  }
  return undefined
}

/** Throws SECRET_FOUND, unless allowed. `what` begins the sentence: `the text`, `line 3`. */
export function refuseSecrets(what: string, texts: readonly (string | null)[], allowed: boolean): void {
  const found = allowed ? undefined : secretIn(texts)
  if (found !== undefined) throw new PmemError('SECRET_FOUND', `${what} ${found}; nothing was written`)
}
