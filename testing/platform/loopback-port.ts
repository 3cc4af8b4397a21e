import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Has a server of a test listen, at any free port and for this computer alone. @returns the port */
export async function loopbackPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A port of this computer at which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await loopbackPort(server)
  server.close()
  await once(server, 'close')
  return port
}
