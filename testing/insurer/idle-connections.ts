import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections that carried nothing for a time, as middleboxes do: without the header that announces it, and also
 * those that never carried a request.
 */
export function endIdleConnections(server: Server, idleMs: () => number | undefined): void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>()
  const rest = (socket: Socket): void => {
    const ms = idleMs()
    if (ms === undefined || socket.destroyed) return
    clearTimeout(timers.get(socket))
    timers.set(
      socket,
      setTimeout(() => socket.destroy(), ms),
    )
  }
  server.on('connection', (socket) => {
    rest(socket)
    socket.once('close', () => clearTimeout(timers.get(socket)))
  })
  server.on('request', (incoming, outgoing) => {
    const { socket } = incoming
    clearTimeout(timers.get(socket))
    outgoing.once('finish', () => rest(socket))
  })
}
