import type { SeenSignals } from '../model/receipt.ts'
import type { Signals } from '../model/signals.ts'
import { byKey } from '../text/order.ts'

const NAMES = ['dirty', 'sourceChanged', 'suspect', 'trust', 'taught'] as const

/**
 * The same signals, with a record of what they said: `seen` gives it, sorted, or undefined where they said nothing. With it a
 * question comes to the same answer, whatever has become of ledger, sources and flags since.
 */
export function observed(signals: Signals): { readonly signals: Signals; readonly seen: () => SeenSignals | undefined } {
  const said = new Map(NAMES.map((name) => [name, new Map<string, unknown>()]))
  const watched = Object.fromEntries(
    NAMES.map((name) => [
      name,
      {
        get(key: never): unknown {
          const value = signals[name].get(key)
          if (value !== undefined) said.get(name)?.set(key, value)
          return value
        },
      },
    ]),
  ) as Signals
  return {
    signals: watched,
    seen() {
      const parts = [...said].filter(([, values]) => values.size > 0)
      if (parts.length === 0) return undefined
      return Object.fromEntries(parts.map(([name, values]) => [name, [...values].sort(byKey(([key]) => key))])) as SeenSignals
    },
  }
}

/** The signals that a record holds. */
export const replayed = (seen: SeenSignals | undefined): Signals =>
  Object.fromEntries(NAMES.map((name) => [name, new Map<string, unknown>(seen?.[name] ?? [])])) as unknown as Signals
