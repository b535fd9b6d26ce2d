import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** A page in a browser without a window, spoken to over the protocol of its developer tools. */
export type Page = {
  /** What an expression gives in the page, as JSON; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>
  /** A picture of what is to be seen, as PNG. */
  picture(): Promise<Buffer>
  /** Lines of the console and errors, so far. */
  readonly messages: readonly string[]
  close(): Promise<void>
}
export type PageOptions = { readonly profile: string; readonly dark: boolean; readonly width: number; readonly height: number }

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Opens an address in Chromium. Two pipes carry the protocol, so that no port is open. */
export async function openPage(program: string, address: string, { profile, dark, width, height }: PageOptions): Promise<Page> {
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    `--window-size=${width},${height}`,
    'about:blank',
  ]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const waiting = new Map<number, (message: Message) => void>()
  const messages: string[] = []
  let rest = ''
  ;(child.stdio[4] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const message = JSON.parse(part) as Message
      if (message.id !== undefined) waiting.get(message.id)?.(message)
      else if (/^(?:Runtime\.(?:consoleAPICalled|exceptionThrown)|Log\.entryAdded)$/.test(message.method ?? ''))
        messages.push(JSON.stringify(message.params))
    }
  })
  let asked = 0
  const ask = (method: string, params: object, sessionId?: string): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      asked += 1
      waiting.set(asked, ({ result, error }) =>
        error === undefined ? resolve(result as Record<string, unknown>) : reject(new Error(`${method}: ${error.message}`)),
      )
      ;(child.stdio[3] as Writable).write(
        `${JSON.stringify({ id: asked, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`,
      )
    })
  const { targetInfos } = (await ask('Target.getTargets', {})) as {
    targetInfos: readonly { readonly targetId: string; readonly type: string }[]
  }
  const { targetId } = targetInfos.find(({ type }) => type === 'page')!
  const sessionId = String((await ask('Target.attachToTarget', { targetId, flatten: true }))['sessionId'])
  const inPage = (method: string, params: object = {}): Promise<Record<string, unknown>> => ask(method, params, sessionId)
  for (const domain of ['Page', 'Runtime', 'Log']) await inPage(`${domain}.enable`)
  await inPage('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] })
  await inPage('Page.navigate', { url: address })
  return {
    messages,
    async evaluate(expression) {
      const { result, exceptionDetails } = await inPage('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
      return (result as { readonly value?: unknown }).value
    },
    picture: async () => Buffer.from(String((await inPage('Page.captureScreenshot', { format: 'png' }))['data']), 'base64'),
    close: async () => {
      const ended = new Promise((resolve) => child.on('close', resolve))
      await ask('Browser.close', {}).catch(() => child.kill())
      await ended
    },
  }
}
