import type { Finding } from '../model/finding.ts'
import type { Snapshot } from './snapshot.ts'

/** A manifest that a newer pmem wrote: it may hold settings that this one does not know. Before version 1 the numbers were others. */
export function checkManifest({ manifest: { version, pmemVersion }, program }: Snapshot): readonly Finding[] {
  const [wrote, runs] = [numbersOf(pmemVersion), numbersOf(program)]
  if (version !== '1' || wrote === undefined || runs === undefined || !isNewer(wrote, runs)) return []
  return [
    {
      code: 'manifest-newer',
      severity: 'warning',
      message: `pmem ${pmemVersion} wrote the manifest, this is pmem ${program}`,
      file: '.pmem/manifest.yml',
      fix: `Use pmem ${pmemVersion} or newer here.`,
    },
  ]
}

/** The three numbers of a release; undefined for everything else, such as a version under development. */
function numbersOf(version: string | null): readonly number[] | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version ?? '')
  return match?.slice(1).map(Number)
}

function isNewer(a: readonly number[], b: readonly number[]): boolean {
  const differing = a.findIndex((number, index) => number !== b[index])
  return differing >= 0 && a[differing]! > b[differing]!
}
