import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { utcDay, utcTime } from '../../lib/text/day.ts'

const spec = suite('text/day')

spec('reads a date alone as the same day that it has with a time behind it', () => {
  const two = (value: number): string => String(value).padStart(2, '0')
  for (const year of [0, 99, 100, 1582, 1600, 1700, 1899, 1900, 1904, 1969, 1970, 1971, 1999, 2000, 2023, 2024, 2100, 2400, 9999])
    for (let month = 0; month <= 13; month += 1)
      for (let day = 0; day <= 32; day += 1) {
        const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
        const time = utcTime(`${date}T00:00:00Z`)
        assert.is(utcDay(date), time === undefined ? undefined : time / 86_400_000, date)
      }
})

spec('takes nothing else of ten characters for a date', () => {
  for (const text of [
    '2026-07-3 ',
    ' 2026-7-03',
    '2026/07/03',
    '20260703  ',
    '2026-07-0x',
    '-026-07-03',
    '２026-07-03',
    '2026-0703-',
  ])
    assert.is(utcDay(text), undefined, text)
})

spec.run()
