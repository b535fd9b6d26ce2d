import type { DoctorData } from '../model/doctor.ts'
import { oneLine } from './terminal.ts'

/** A line each, and below what is not well what to do about it. */
export function renderDoctor({ checks, errors, warnings }: DoctorData): string {
  const lines = checks.flatMap(({ name, status, message, fix }) => [
    `${status === 'ok' ? 'ok     ' : status === 'warning' ? 'warning' : 'error  '}  ${oneLine(name)}: ${oneLine(message)}`,
    ...(fix === null ? [] : [`         ${oneLine(fix)}`]),
  ])
  return `${[...lines, `${errors} errors, ${warnings} warnings`].join('\n')}\n`
}
