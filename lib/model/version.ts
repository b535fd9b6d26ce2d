declare const __PMEM_VERSION__: string | undefined

/** The version of the package, written in by the build; `0.0.0-dev` when pmem runs from its source files. */
export const VERSION: string = typeof __PMEM_VERSION__ === 'string' ? __PMEM_VERSION__ : '0.0.0-dev'
