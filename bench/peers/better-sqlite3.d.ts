/** The part of better-sqlite3 that is used here; the package is installed apart. */
declare module 'better-sqlite3' {
  type Statement = { all(...values: readonly unknown[]): readonly unknown[]; run(...values: readonly unknown[]): void }
  class Database {
    constructor(path: string, options?: { readonly readonly?: boolean; readonly nativeBinding?: string })
    exec(sql: string): void
    prepare(sql: string): Statement
    close(): void
  }
  export = Database
}
