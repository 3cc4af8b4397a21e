import type { Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { loopbackPort } from './loopback-port.ts'

/** Has a server listen for this computer alone until the test is over, with whoever is connected then. @returns its port */
export async function portInTest(
  server: Server & { readonly closeAllConnections?: () => void },
): Promise<number> {
  const port = await loopbackPort(server)
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return port
}
