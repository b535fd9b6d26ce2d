import type { Server } from '../model/ports.ts'

const LOOPBACK = '127.0.0.1'

/** Answers requests of this machine alone; the process stays until it is ended. */
export function serve({ port, answer, listening, failed }: Server): void {
  const { createServer } = process.getBuiltinModule('node:http')
  let bound = port
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const {
      status,
      headers: sent,
      body,
    } = answer({ method, path: url, host: headers.host ?? '', origin: headers.origin ?? '', port: bound })
    response.writeHead(status, sent)
    response.end(method === 'HEAD' ? undefined : body)
  })
  server.on('error', ({ message }) => failed(message))
  server.listen(port, LOOPBACK, () => {
    const address = server.address()
    bound = typeof address === 'object' && address !== null ? address.port : port
    listening(`http://${LOOPBACK}:${bound}/`)
  })
}
