// A process that asks: retrieval-writer.ts <root> <name> <times> <most lines>
import { openProjectAt } from '../../lib/store/project.ts'
import { logRetrieval } from '../../lib/store/retrievals.ts'
import { hostIn } from '../folder.ts'
import { store } from '../store.ts'

const [root = '', name = '', times = '', cap = ''] = process.argv.slice(2)
const project = openProjectAt(hostIn(root), root)
const { manifest } = store({})
const settings = { ...manifest, learning: { ...manifest.learning, logCap: Number(cap) } }
for (let number = 0; number < Number(times); number += 1)
  logRetrieval(project, settings, {
    query: `${name} ${number} ${'x'.repeat(number % 90)}`,
    results: [{ id: 'module.a', score: 1 }],
  })
