import type { Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** Bytes of the head, its empty line included; null while it is not all there. */
export function headLength(bytes: Buffer): number | null {
  const end = bytes.indexOf(headEnd)
  return end < 0 ? null : end + headEnd.length
}

/** Whether a request or an answer is all there (RFC 9112, section 6; what ends with its connection never is). */
export function isWhole(bytes: Buffer): boolean {
  const head = headLength(bytes)
  if (head === null) return false
  const fields = bytes.toString('latin1', 0, head)
  const length = /^content-length: *(\d+)/im.exec(fields)?.[1]
  if (length !== undefined) return bytes.length >= head + Number(length)
  if (/^transfer-encoding: *chunked/im.test(fields)) return bytes.subarray(head - 2).includes(lastChunk)
  return true
}

/** Calls back with each request that arrives whole; none may follow before the last one was answered. */
export function onRequests(socket: Socket, onRequest: (request: string) => void): void {
  let gathered = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    gathered = Buffer.concat([gathered, chunk])
    if (!isWhole(gathered)) return
    const request = gathered.toString('latin1')
    gathered = Buffer.alloc(0)
    onRequest(request)
  })
}
