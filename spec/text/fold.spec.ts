import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { foldName } from '../../lib/text/fold.ts'

const spec = suite('text/fold: foldName')
spec('folds case, width, accents and whitespace', () => assert.is(foldName('  Ｆｕｌｌ　Ångström\tCAFÉ '), 'full angstrom cafe'))
spec('makes curly quotes and typographic hyphens plain', () => assert.is(foldName('“It’s” a‑b'), '"it\'s" a-b'))
spec('keeps Vietnamese apart', () => assert.is.not(foldName('Mạ ơn'), foldName('Ma on')))
spec('folds Greek accents and the final sigma', () => assert.is(foldName('ΣΊΣΥΦΟΣ'), foldName('σίσυφος')))
spec('reads ё as е and keeps й', () => assert.is(foldName('Ёлка и йод'), 'елка и йод'))
spec('drops invisible characters', () => assert.is(foldName('mem\u200bory\ufeff'), 'memory'))
spec('is idempotent', () => {
  for (const name of ['Größe', 'Nguyễn', 'ΣΊΣΥΦΟΣ', 'ｶﾞｷﾞ', 'İstanbul', 'ทำ']) assert.is(foldName(foldName(name)), foldName(name))
})
spec.run()
