import type { Found } from './ask.ts'
import type { Levels } from './fit.ts'

/**
 * An answer in growing detail: each card first as a line, then with its excerpt, best first; then the files to read and
 * the evidence. Level 0 holds no card: what was asked, and why there is no answer.
 */
export function answerLevels(found: Found): Levels<Found> {
  const { matched, recommended_files, evidence_paths } = found
  const steps = matched.flatMap(({ excerpt }, place) =>
    excerpt === undefined
      ? [{ place, excerpt: false }]
      : [
          { place, excerpt: false },
          { place, excerpt: true },
        ],
  )
  const reading = steps.length + recommended_files.length
  const levels = reading + evidence_paths.length
  return {
    levels,
    at(level) {
      const shown = steps.slice(0, level)
      const excerpted = new Set(shown.filter(({ excerpt }) => excerpt).map(({ place }) => place))
      const places = new Set(shown.map(({ place }) => place))
      return {
        ...found,
        matched: matched
          .filter((_, place) => places.has(place))
          .map((hit, place) => {
            if (excerpted.has(place) || hit.excerpt === undefined) return hit
            const { excerpt: _cut, ...line } = hit
            return line
          }),
        recommended_files: recommended_files.slice(0, Math.max(0, level - steps.length)),
        evidence_paths: evidence_paths.slice(0, Math.max(0, level - reading)),
        complete: found.complete && places.size === matched.length,
      }
    },
  }
}
