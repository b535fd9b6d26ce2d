import type { Guard } from '../../lib/model/card.ts'
import type { Proposed } from '../../lib/model/guard.ts'

/** A change in short: a file with the lines added to it, or a command. `$N` is a number, `$W` a word, filled in by the generator. */
export type Sample = { readonly path: string; readonly lines: string } | { readonly command: string }

/** A rejected approach: the guards somebody wrote on its card, ways to do it again, and edits near it that are none. */
export type Approach = {
  readonly name: string
  readonly guards: readonly Omit<Guard, 'message'>[]
  readonly repeats: readonly Sample[]
  readonly near: readonly Sample[]
}

const at = (path: string, lines: string): Sample => ({ path, lines })
const run = (command: string): Sample => ({ command })

/** Written as they come up in projects, in several languages; the ways to repeat one were written before anything was matched. */
export const APPROACHES: readonly Approach[] = [
  {
    name: 'moment',
    guards: [{ dependency: 'moment' }],
    repeats: [
      at('package.json', '    "moment": "^2.$N.0",'),
      at('src/$W.ts', "import moment from 'moment'"),
      at('src/$W.ts', "import moment, { type Moment } from 'moment'"),
      at('src/$W.js', "const moment = require('moment')"),
      at('src/$W.ts', "  const { default: moment } = await import('moment')"),
      at('src/$W.ts', "import 'moment/locale/de'"),
      run('npm install moment'),
      run('npm i --save moment@2.$N'),
      run('cd packages/$W && pnpm add moment'),
      run('yarn add moment'),
    ],
    near: [
      at('package.json', '    "moment-timezone": "^0.$N.0",'),
      at('package.json', '    "@types/moment": "^2.$N.0",'),
      at('docs/$W.md', 'Wait a moment, then press the button $N times.'),
      at('src/$W.ts', '  const moment = clock.now() - $N'),
      at('src/$W.ts', '// moment was removed in favour of date-fns'),
      at('CHANGELOG.md', '- Removed moment ($N kB)'),
      run('npm uninstall moment'),
      run('git commit -m "say why moment is gone"'),
    ],
  },
  {
    name: 'requests',
    guards: [
      { dependency: 'requests', path: 'services/**' },
      { dependency: 'requests', path: 'requirements*.txt' },
    ],
    repeats: [
      at('services/$W/client.py', 'import requests'),
      at('services/$W/client.py', 'from requests import Session'),
      at('services/$W/client.py', 'import requests as r'),
      at('services/$W/client.py', 'from requests.adapters import HTTPAdapter'),
      at('requirements.txt', 'requests==2.$N.1'),
      at('requirements-dev.txt', 'requests>=2.$N'),
      at('services/$W/pyproject.toml', '  "requests>=2.$N",'),
      at('services/$W/pyproject.toml', 'requests = "^2.$N"'),
    ],
    near: [
      at('tools/$W.py', 'import requests'),
      at('services/$W/client.py', '    requests = queue.pending($N)'),
      at('services/$W/client.py', '    """Counts requests per minute."""'),
      at('requirements.txt', 'requests-mock==1.$N'),
      at('services/$W/README.md', 'It takes $N requests a second.'),
    ],
  },
  {
    name: 'local-storage',
    guards: [{ path: 'web/**/*.{ts,tsx,js,jsx}', added: '\\b(?:localStorage|sessionStorage)\\b' }],
    repeats: [
      at('web/src/$W.ts', "  localStorage.setItem('token', value)"),
      at('web/src/$W.tsx', "const saved = window.localStorage.getItem('theme')"),
      at('web/src/auth/$W.ts', "  sessionStorage['n$N'] = state"),
      at('web/$W.js', '  globalThis.localStorage?.clear()'),
      at('web/src/$W.jsx', 'const { localStorage } = window'),
    ],
    near: [
      at('docs/$W.md', 'Nothing is kept in localStorage.'),
      at('server/$W.ts', '  const localStorageKey = $N'),
      at('web/src/$W.ts', '  const localStore = new Map()'),
      at('web/src/$W.css', '.local-storage-note { margin: $Npx }'),
    ],
  },
  {
    name: 'eval',
    guards: [{ path: 'lib/**', added: '\\beval\\s*\\(|new\\s+Function\\s*\\(' }],
    repeats: [
      at('lib/$W.ts', '  return eval(source)'),
      at('lib/$W/$W.ts', '  const run = new Function("x", body)'),
      at('lib/$W.js', '  globalThis.eval( text + $N )'),
      at('lib/$W.ts', '  const f = new  Function(`return ${expression}`)'),
    ],
    near: [
      at('lib/$W.ts', '  const evaluation = evaluate(tree, $N)'),
      at('lib/$W.ts', '  medieval(year)'),
      at('spec/$W.ts', '  assert.throws(() => eval(text))'),
      at('lib/$W.ts', '  const Functions = new FunctionTable($N)'),
    ],
  },
  {
    name: 'force-push',
    guards: [{ command: 'git push --force' }, { command: 'git push -f' }],
    repeats: [
      run('git push --force'),
      run('git push --force origin main'),
      run('git add -A && git commit -m "x" && git push -f'),
      run('GIT_TRACE=1 git push --force origin $W'),
      run('sudo -E git push -f origin HEAD'),
      run('bash -lc "cd $W; git push --force"'),
    ],
    near: [
      run('git push origin main'),
      run('git push --follow-tags'),
      run('git commit -m "never git push --force"'),
      run('echo "git push -f"'),
      run('git pull --rebase && git push'),
    ],
  },
  {
    name: 'orm',
    guards: [{ dependency: 'typeorm' }, { dependency: 'sequelize' }, { path: 'src/entities/**' }],
    repeats: [
      at('package.json', '    "typeorm": "0.3.$N",'),
      at('src/$W.ts', "import { Entity, Column } from 'typeorm'"),
      at('src/$W.ts', 'import { Sequelize } from "sequelize"'),
      at('src/entities/$W.ts', '  readonly count = $N'),
      run('npm install --save-dev typeorm reflect-metadata'),
      run('npx -y pnpm@9 --version; pnpm add sequelize@6'),
      at('deno.json', '    "typeorm": "npm:typeorm@^0.3.$N",'),
    ],
    near: [
      at('src/$W.ts', '  // an entity, without an ORM such as typeorm'),
      at('src/entity/$W.ts', '  readonly count = $N'),
      at('docs/$W.md', 'Why not TypeORM or Sequelize: see the decision.'),
      at('package.json', '    "typeorm-naming-strategies": "^4.$N.0",'),
    ],
  },
  {
    name: 'logrus',
    guards: [{ dependency: 'github.com/sirupsen/logrus' }],
    repeats: [
      at('go.mod', '\tgithub.com/sirupsen/logrus v1.9.$N'),
      at('go.mod', 'require github.com/sirupsen/logrus v1.9.$N'),
      at('internal/$W/$W.go', '\t"github.com/sirupsen/logrus"'),
      at('internal/$W/$W.go', '\tlog "github.com/sirupsen/logrus"'),
      at('cmd/$W/main.go', 'import "github.com/sirupsen/logrus"'),
      run('go get github.com/sirupsen/logrus@v1.9.$N'),
    ],
    near: [
      at('internal/$W/$W.go', '\t"log/slog"'),
      at('go.mod', '\tgithub.com/sirupsen/logrus-stack v0.1.$N'),
      at('internal/$W/$W.go', '// replaced github.com/sirupsen/logrus'),
      run('go test ./internal/$W'),
    ],
  },
  {
    name: 'openssl',
    guards: [
      { dependency: 'openssl', path: 'Cargo.toml' },
      { dependency: 'openssl', path: '**/*.rs' },
      { command: 'cargo add openssl' },
    ],
    repeats: [
      at('Cargo.toml', 'openssl = "0.10.$N"'),
      at('Cargo.toml', 'openssl = { version = "0.10", features = ["vendored"] }'),
      at('crates/$W/src/lib.rs', 'use openssl::ssl::SslConnector;'),
      at('src/$W.rs', 'extern crate openssl;'),
      run('cargo add openssl --features vendored'),
    ],
    near: [
      at('Cargo.toml', 'openssl-probe = "0.1.$N"'),
      at('src/$W.rs', 'use rustls::ClientConfig;'),
      at('src/$W.rs', '    // openssl would need a C compiler'),
      run('openssl version'),
      run('cargo add rustls'),
    ],
  },
  {
    name: 'sleep-in-tests',
    guards: [{ path: '{spec,test,tests}/**', added: '\\b(?:sleep|setTimeout|Thread\\.sleep|time\\.sleep)\\s*\\(' }],
    repeats: [
      at('spec/$W.spec.ts', '  await new Promise((done) => setTimeout(done, $N))'),
      at('tests/test_$W.py', '    time.sleep($N)'),
      at('test/$WTest.java', '        Thread.sleep($N);'),
      at('spec/$W.spec.ts', '  await sleep( $N )'),
      at('tests/$W_test.rs', '    std::thread::sleep(Duration::from_millis($N));'),
    ],
    near: [
      at('src/$W.ts', '  setTimeout(refresh, $N)'),
      at('spec/$W.spec.ts', '  host.sleepers.push($N)'),
      at('spec/$W.spec.ts', "spec('does not sleep', () => assert.is(waits(), $N))"),
    ],
  },
  {
    name: 'float-money',
    guards: [{ path: '**/billing/**', added: '(?i)\\b(?:price|amount|total)\\w*\\s*:\\s*(?:float|double|number)\\b' }],
    repeats: [
      at('src/billing/$W.ts', '  readonly price: number'),
      at('src/billing/$W.py', '    total_amount: float = $N'),
      at('app/billing/$W.kt', '    val amount: Double'),
      at('billing/$W.ts', '  totalPrice : number'),
    ],
    near: [
      at('src/billing/$W.ts', '  readonly price: Money'),
      at('src/billing/$W.ts', '  readonly count: number'),
      at('src/chart/$W.ts', '  readonly amount: number'),
      at('src/billing/$W.ts', '  prices: readonly Money[]'),
    ],
  },
  {
    name: 'docker-latest',
    guards: [{ path: '{Dockerfile,**/Dockerfile,**/*.dockerfile}', added: '^\\s*FROM\\s+\\S+:latest\\b' }],
    repeats: [
      at('Dockerfile', 'FROM node:latest'),
      at('services/$W/Dockerfile', 'FROM python:latest AS build'),
      at('deploy/$W.dockerfile', 'FROM  ghcr.io/acme/$W:latest'),
    ],
    near: [
      at('Dockerfile', 'FROM node:22.$N-slim'),
      at('Dockerfile', '# FROM node:latest is not repeatable'),
      at('compose.yml', '    image: acme/$W:latest'),
      at('Dockerfile', 'RUN npm install npm@latest'),
    ],
  },
  {
    name: 'jquery',
    guards: [{ dependency: 'jquery' }, { path: '**/*.html', added: '<script[^>]*\\bjquery' }],
    repeats: [
      at('package.json', '    "jquery": "3.$N.0",'),
      at('web/$W.html', '  <script src="/vendor/jquery-3.$N.min.js"></script>'),
      at('web/$W.ts', "import $ from 'jquery'"),
      at('web/$W.js', "var $ = require( 'jquery' );"),
      run('bun add jquery'),
    ],
    near: [
      at('docs/$W.html', '  <p>No jquery here since version $N.</p>'),
      at('web/$W.ts', '  const query = document.querySelector(name)'),
      at('package.json', '    "jquery-migrate": "3.$N.0",'),
    ],
  },
  {
    name: 'publish-by-hand',
    guards: [{ command: 'npm publish' }, { command: 'cargo publish' }],
    repeats: [
      run('npm publish'),
      run('npm publish --access public --tag next'),
      run('npm run build && npm publish'),
      run('cd crates/$W && cargo publish --no-verify'),
      run('CI=1 /usr/bin/npm publish'),
    ],
    near: [run('npm pack'), run('npm run publish:docs'), run('cargo build --release'), run('grep -rn "npm publish" docs')],
  },
  {
    name: 'global-state',
    guards: [{ path: 'src/core/**', added: '^\\s*(?:export\\s+)?let\\s+\\w+' }],
    repeats: [
      at('src/core/$W.ts', 'let current = $N'),
      at('src/core/$W.ts', 'export let settings: Settings | undefined'),
      at('src/core/deep/$W.ts', 'let cache'),
    ],
    near: [
      at('src/core/$W.ts', 'const letters = $N'),
      at('src/app/$W.ts', 'let current = $N'),
      at('src/core/$W.ts', '// let it be'),
      at('src/core/$W.ts', 'export const outlet = $N'),
    ],
  },
  {
    name: 'boost',
    guards: [{ dependency: 'boost' }],
    repeats: [
      at('src/$W.cpp', '#include <boost/asio.hpp>'),
      at('include/$W.h', '#include "boost/optional.hpp"'),
      run('brew install boost'),
      run('sudo apt-get install -y boost'),
    ],
    near: [
      at('src/$W.cpp', '#include <optional>'),
      at('src/$W.cpp', '  double boost = $N;'),
      at('docs/$W.md', 'A boost of $N %.'),
      at('src/$W.cpp', '#include "booster.h"'),
    ],
  },
  {
    name: 'villain',
    guards: [{ path: 'manuscript/**', added: '(?:Lucinda|露辛达)' }],
    repeats: [at('manuscript/$N.md', 'Then Lucinda closed the door.'), at('manuscript/part/$N.md', '露辛达没有回头。')],
    near: [
      at('notes/$W.md', 'Lucinda is gone from the book.'),
      at('manuscript/$N.md', 'Then Lucy closed the door.'),
      at('manuscript/$N.md', '露西没有回头。'),
    ],
  },
]

/** Edits of a working day that have nothing to do with any of them. */
export const ORDINARY: readonly Sample[] = [
  at('src/$W.ts', '  if (items.length > $N) return undefined'),
  at('src/$W/$W.ts', "import { join } from 'node:path'"),
  at('src/$W.ts', '  const total = values.reduce((sum, value) => sum + value, 0)'),
  at('lib/$W.ts', 'export function $W(text: string): number {\n  return text.length * $N\n}'),
  at('spec/$W.spec.ts', "spec('gives $N', () => assert.is(count(), $N))"),
  at('package.json', '    "$W-kit": "^1.$N.0",'),
  at('package.json', '  "version": "0.$N.0",'),
  at('README.md', '- $W: what it does, in $N words'),
  at('docs/$W.md', '## How $W works\n\nIt reads $N lines and stops.'),
  at('services/$W/$W.py', 'def $W(count: int = $N) -> int:\n    return count'),
  at('services/$W/$W.py', 'from dataclasses import dataclass'),
  at('internal/$W/$W.go', '\tif err != nil {\n\t\treturn fmt.Errorf("$W: %w", err)\n\t}'),
  at('src/$W.rs', 'let mut count: usize = $N;'),
  at('crates/$W/src/lib.rs', 'pub fn $W(n: u32) -> u32 { n + $N }'),
  at('web/src/$W.tsx', '  return <Button size={$N} onPress={save}>{label}</Button>'),
  at('web/src/$W.css', '.$W { padding: $Npx; }'),
  at('migrations/$N_$W.sql', 'ALTER TABLE $W ADD COLUMN count integer NOT NULL DEFAULT $N;'),
  at('.github/workflows/$W.yml', '      - run: npm test -- --shard $N'),
  at('manuscript/$N.md', 'The harbour was empty, and the tide stood at $N feet.'),
  at('src/billing/$W.ts', '  readonly invoices: readonly Invoice[]'),
  at('src/core/$W.ts', 'export const LIMIT = $N'),
  at('Dockerfile', 'COPY $W ./$W'),
  run('npm test'),
  run('npm run build -- --out $W'),
  run('git status --short'),
  run('git commit -am "$W: $N cases"'),
  run('rg -n "$W" src | head -$N'),
  run('sed -n $N,80p src/$W.ts'),
  run('npm install $W-kit'),
  run('python3 -m pytest services/$W -q'),
  run('go build ./... && go vet ./...'),
  run('cat package.json | jq .version'),
]

/** A change as the guards see it, of one sample and the noise around it. */
export function proposedOf(samples: readonly Sample[]): Proposed {
  return {
    files: samples.flatMap((one) => ('path' in one ? [{ path: one.path, added: one.lines.split('\n') }] : [])),
    commands: samples.flatMap((one) => ('command' in one ? [one.command] : [])),
  }
}
