/*
 * An insurer in a thread of its own, so that its work is not counted as main's: it answers a claim with an error, and
 * what is read with the last bodies that it was given.
 */
import { createServer } from 'node:http'
import { parentPort } from 'node:worker_threads'

const page = '{"success":true,"data":{"current_page":1,"data":[],"last_page":1,"total":0}}'
let [ofPolicy, list] = [page, page]

const server = createServer((request, response) => {
  const url = request.url ?? ''
  const isCreate = url.includes('create')
  response.writeHead(isCreate ? 500 : 200, { 'content-type': 'application/json' })
  response.end(url.includes('pass_claims') ? list : url.includes('claim_details') ? ofPolicy : page)
  parentPort?.postMessage(url)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' && address !== null ? address.port : 0)
})
parentPort?.on('message', ([first, second]: [string, string]) => {
  ofPolicy = first
  list = second
})
