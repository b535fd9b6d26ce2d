/** One thing `doctor` looked at, in one line, with what to do about it where it is not well. */
export type DoctorCheck = {
  readonly name: string
  readonly status: 'ok' | 'warning' | 'error'
  readonly message: string
  readonly fix: string | null
}
export type DoctorData = { readonly checks: readonly DoctorCheck[]; readonly errors: number; readonly warnings: number }
