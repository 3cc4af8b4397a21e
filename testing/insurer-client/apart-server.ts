import { createServer, type IncomingMessage } from 'node:http'
import { parentPort } from 'node:worker_threads'
import { emptyPage, type AnswersApart } from './answers-apart.ts'

/* In a thread of its own. Told nothing of creates, it receives every claim without saying more of it. */
let answers: AnswersApart = {}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

const server = createServer((request, response) => {
  const answer = async (): Promise<void> => {
    const url = request.url ?? ''
    const number = /"policy_number":"[^"]*"/.exec(await textOf(request))?.[0] ?? ''
    const received = `{"success":true,"message":"","data":{${number}}}`
    const untold: AnswersApart[string] = { body: url.includes('create') ? received : emptyPage }
    const told = Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? untold
    response.statusCode = told.status ?? 200
    response.setHeader('content-type', 'application/json')
    if (typeof told.body !== 'string') response.setHeader('content-encoding', 'gzip')
    response.end(told.body)
    parentPort?.postMessage(url)
  }
  void answer()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' && address !== null ? address.port : 0)
})
parentPort?.on('message', (given: AnswersApart) => {
  answers = given
})
