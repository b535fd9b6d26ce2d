import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stem } from '../../lib/text/porter.ts'

// Examples of the published description of the algorithm.
const EXAMPLES =
  'caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster bled bled motoring motor sing sing conflated conflat ' +
  'troubled troubl sized size hopping hop tanned tan falling fall hissing hiss fizzed fizz failing fail filing file happy happi sky sky ' +
  'relational relat conditional condit rational ration valenci valenc digitizer digit conformabli conform radicalli radic differentli differ ' +
  'vileli vile analogousli analog vietnamization vietnam predication predic operator oper feudalism feudal decisiveness decis hopefulness hope ' +
  'callousness callous formaliti formal sensitiviti sensit sensibiliti sensibl triplicate triplic formative form formalize formal electriciti electr ' +
  'electrical electr hopeful hope goodness good revival reviv allowance allow inference infer airliner airlin gyroscopic gyroscop adjustable adjust ' +
  'defensible defens irritant irrit replacement replac adjustment adjust dependent depend adoption adopt homologou homolog communism commun ' +
  'activate activ angulariti angular homologous homolog effective effect bowdlerize bowdler probate probat rate rate cease ceas controll control roll roll'

const spec = suite('text/porter')
spec('gives the stems of the published examples', () => {
  const words = EXAMPLES.split(' ')
  for (let i = 0; i < words.length; i += 2) assert.is(stem(words[i]!), words[i + 1], words[i]!)
})
spec('leaves short words, numbers and other scripts as they are', () => {
  for (const word of ['', 'is', 'as', 'q7315', 'größe', '猫', 'c++']) assert.is(stem(word), word)
})
spec.run()
