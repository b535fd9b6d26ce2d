import type { Answer, Request } from '../model/ports.ts'

const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

/**
 * Answers one request for the page. Only this machine by its own name may ask: a Host that is another (a name somebody points
 * here) or an Origin that is another page is refused, so that no site in the same browser can read the memory. `page` and `state`
 * are made when they are asked for.
 */
export function answerRequest({ method, path, host, origin, port }: Request, page: () => string, state: () => string): Answer {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!names.includes(host.toLowerCase())) return refusal(421, 'this server answers to 127.0.0.1 and localhost alone')
  if (origin !== '' && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    return refusal(403, 'another site may not ask')
  if (method !== 'GET' && method !== 'HEAD') return refusal(405, 'only GET')
  const [name] = path.split('?', 1)
  if (name === '/') return { status: 200, headers: { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' }, body: page() }
  if (name === '/state')
    return { status: 200, headers: { ...SAFE_HEADERS, 'content-type': 'text/plain; charset=utf-8' }, body: state() }
  return refusal(404, 'there is only one page')
}

const refusal = (status: number, body: string): Answer => ({
  status,
  headers: { ...SAFE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  body: `${body}\n`,
})
