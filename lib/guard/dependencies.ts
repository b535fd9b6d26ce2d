/** Files that list what a project depends on. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|deno\.jsonc?|requirements[\w.-]*\.txt|requirements\/[^/]+\.txt|pyproject\.toml|Pipfile|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|Gemfile|[^/]+\.gemspec|composer\.json|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|[^/]+\.(?:cs|fs|vb)proj|Directory\.Packages\.props|mix\.exs|pubspec\.yaml|environment\.ya?ml|Package\.swift)$/

/** How much of a line is looked at around a name, and what that counts as work. */
const NEAR = 160
const STEPS = 500

/**
 * Whether an added line takes up a dependency: names it in a file that lists dependencies, or imports it. The name must stand whole:
 * `moment` is not in `moment-timezone` or `the moment when`. `spend` is called with the work done; false ends the search.
 */
export function declares(path: string, line: string, name: string, spend: (steps: number) => boolean = () => true): boolean {
  if (!spend(1)) return false
  const [low, wanted] = [line.toLowerCase(), name.toLowerCase()]
  let at = wanted === '' ? -1 : low.indexOf(wanted)
  if (at < 0 || COMMENT.test(line)) return false
  const isTaken = MANIFEST.test(path) ? isListed : path.endsWith('.go') ? isImportedByGo : isImported
  for (; at >= 0; at = low.indexOf(wanted, at + 1)) {
    const before = squeezed(line.slice(Math.max(0, at - NEAR), at))
    const after = squeezed(line.slice(at + name.length, at + name.length + NEAR))
    if (!isWhole(before, after)) continue
    if (!spend(STEPS)) return false
    if (isTaken(before, after)) return true
  }
  return false
}

const COMMENT = /^\s*(?:\/\/|#(?!include)|\*|\/\*|<!--)/

/** With single blanks, so that no pattern below meets a long run of them. */
const squeezed = (text: string): string => text.replace(/\s+/g, ' ')

/** A package, a module below it, or a path that ends in its name, as Go has it; `@types/moment` is another one. */
const isWhole = (before: string, after: string): boolean => !/^[\w-]/.test(after) && !/(?:[\w@.-]|@[\w.-]+\/)$/.test(before)

/** At the start of an entry: behind a quote, a tag or nothing, and before a quote, a version or the end. */
const isListed = (before: string, after: string): boolean =>
  (/(?:["'>]|^\s*-?\s*|^\s*(?:gem|require|implementation|api)\s*\(?["']?|\/)$/.test(before) &&
    /^\s*(?:["'<:=~>!,;@[(]|v?\d|$)/.test(after)) ||
  /^\s*require\s+[\w./-]*$/.test(before)

/** `import x from 'name'`, `require('name')`, `from name import`, `use name::`, `#include <name/..>`, `require 'name'`. */
const isImported = (before: string, after: string): boolean =>
  (/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(?\s*|\bimport\s+[\w.]*\s*)["'`](?:npm:)?(?:[\w.-]+\/)*$/.test(before) &&
    /^(?:["'`]|\/|@)/.test(after)) ||
  (/^\s*(?:import|from|use|using|extern\s+crate|@import)\s+(?:static\s+)?$/.test(before) &&
    /^\s*(?:$|[;,.:]|\s(?:import|as)\b)/.test(after)) ||
  (/^\s*#include\s*[<"]$/.test(before) && /^(?:\/|\.h|>|")/.test(after))

/** Go lists paths in quotes, each with a name before it or none. */
const isImportedByGo = (before: string, after: string): boolean =>
  /^\s*(?:import\s+)?(?:[\w.]+\s+)?"[\w./-]*$/.test(before) && /^(?:\/[\w./-]*)?"\s*$/.test(after)
