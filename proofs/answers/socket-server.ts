import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import { onRequests } from '#testing/wire/http-message.ts'

/** What the server does once the whole request has arrived. */
export interface Answering {
  /** The bytes of the answer, in the chunks that go on the wire. */
  readonly pieces: readonly Buffer[]
  /** What follows the last byte. `stall`: nothing; the connection stays open. */
  readonly then: 'end' | 'destroy' | 'stall'
}

/** A real TCP server on localhost that answers each base URL with its own bytes. */
export interface SocketServer {
  /** A base URL that gives this answer once. */
  readonly serve: (answering: Answering) => string
  readonly close: () => Promise<void>
}

export async function startSocketServer(): Promise<SocketServer> {
  const answers = new Map<string, Answering>()
  const open = new Set<Socket>()
  let count = 0
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    onRequests(socket, (request) => {
      const name = /^[A-Z]+ \/(\d+)\//.exec(request)?.[1] ?? ''
      const { pieces, then } = answers.get(name) ?? { pieces: [], then: 'destroy' }
      answers.delete(name)
      for (const piece of pieces) socket.write(piece)
      if (then === 'end') socket.end()
      if (then === 'destroy') socket.destroy()
    })
  })
  const port = await loopbackPort(server)
  return {
    serve: (answering) => {
      count += 1
      answers.set(String(count), answering)
      return `http://127.0.0.1:${port}/${count}`
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
