/*
 * An insurer in a thread of its own, so that its work is not counted as main's: it receives every claim without saying
 * more of it, and gives the packed answers that it was told last, by the end of their paths.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { parentPort } from 'node:worker_threads'

const page = '{"success":true,"data":{"current_page":1,"data":[],"last_page":1,"total":0}}'
let packed: Readonly<Record<string, Uint8Array>> = {}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const server = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const { pathname } = new URL(request.url ?? '', 'http://insurer')
    const number = /"policy_number":"[^"]*"/.exec(await textOf(request))
    const body = Object.entries(packed).find(([end]) => pathname.endsWith(end))?.[1]
    response.setHeader('content-type', 'application/json')
    if (pathname.includes('create')) response.end(`{"success":true,"message":"","data":{${String(number)}}}`)
    else if (body === undefined) response.end(page)
    else response.setHeader('content-encoding', 'gzip').end(body)
  }
  void answer()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' && address !== null ? address.port : 0)
})
parentPort?.on('message', (answers: Readonly<Record<string, Uint8Array>>) => {
  packed = answers
})
