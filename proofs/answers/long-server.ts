/*
 * An insurer in a thread of its own, so that its work is not counted as main's: it answers a claim with an error, a
 * request of a pharmacy with the refusal, and what is read with the bodies that it was given last.
 */
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'

const page = '{"success":true,"data":{"current_page":1,"data":[],"last_page":1,"total":0}}'
let [ofPolicy, list, other, refusal] = [page, page, page, page]

const server = createServer((request, response) => {
  const url = request.url ?? ''
  const isCreate = url.includes('create')
  const isRefused = url.includes('request_pharmacy')
  response.writeHead(isCreate ? 500 : isRefused ? 422 : 200, { 'content-type': 'application/json' })
  const read = url.includes('pass_claims') ? list : url.includes('claim_details') ? ofPolicy : other
  response.end(isRefused ? refusal : read)
  parentPort?.postMessage(url)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' && address !== null ? address.port : 0)
})
parentPort?.on('message', (given: readonly [string, string, string?, string?]) => {
  ;[ofPolicy, list, other = page, refusal = page] = given
})
