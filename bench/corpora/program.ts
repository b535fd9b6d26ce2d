import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Ending = { readonly code: number; readonly stdout: string; readonly stderr: string; readonly seconds: number }

/** Runs the built program in a folder, each time as a process of its own, as its users do. */
export type Program = (folder: string, args: readonly string[]) => Ending

/** The program at `path`. Settings of the caller's own projects and store do not reach it. */
export function programAt(path: string): Program {
  const { PMEM_ROOT: _root, NODE_EXTRA_CA_CERTS: _certificates, ...inherited } = process.env
  return (folder, args) => {
    const env = { ...inherited, PMEM_HOME: join(folder, '..', 'home'), NO_COLOR: '1' }
    const start = process.hrtime.bigint()
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [path, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const seconds = Number(process.hrtime.bigint() - start) / 1e9
    return { code: status ?? 70, stdout: stdout ?? '', stderr: error?.message ?? stderr, seconds }
  }
}

/** The one JSON document of an answer; undefined where there is none. */
export function documentOf<T>({ stdout }: Ending): T | undefined {
  try {
    return JSON.parse(stdout) as T
  } catch {
    return undefined
  }
}

/** Sources that are newer than the program built from them. */
export function newerThan(program: string, root: string): readonly string[] {
  const built = statSync(program).mtimeMs
  return ['bin', 'lib']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => statSync(path).mtimeMs > built)
}
