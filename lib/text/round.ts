/** Rounds to 1e-6, the precision of every number pmem prints or stores. Never gives -0. */
export const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
