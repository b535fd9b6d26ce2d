const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 7 * 86_400_000],
  ['mo', 30 * 86_400_000],
  ['y', 365 * 86_400_000],
])
const DURATION = /^(\d{1,9}(?:\.\d{1,6})?) ?(ms|s|m|min|h|d|w|mo|y)$/

/**
 * Milliseconds of a duration such as `30m`, `14d`, `5s`; undefined when the text is none.
 * Units: ms, s, m or min, h, d, w, mo (30 days), y (365 days). Never negative.
 */
export function durationMs(text: string): number | undefined {
  const match = DURATION.exec(text.trim())
  return match === null ? undefined : Math.round(Number(match[1]) * (UNIT_MS.get(match[2] as string) as number))
}
