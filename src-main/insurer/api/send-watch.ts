import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { buildConnector } from 'undici'

/** What is known of one attempt: whether its headers ever left this computer. */
export interface SendRecord {
  sent: boolean
}

export interface SendWatch {
  /** A connector whose sockets belong to one attempt, so that no other request's headers are mistaken for its own. */
  readonly connectorFor: (record: SendRecord, connect: buildConnector.connector) => buildConnector.connector
  readonly dispose: () => void
}

const channel = 'undici:client:sendHeaders'

/**
 * Tracks which attempts left this computer. Every undici in the process, including Node's own, shares the channel, so
 * a message counts only for the attempt that was given the socket it was sent on.
 */
export function watchSends(): SendWatch {
  const records = new WeakMap<object, SendRecord>()

  const onSendHeaders = (message: unknown): void => {
    const socket = socketOf(message)
    const record = socket === null ? undefined : records.get(socket)
    if (record !== undefined) record.sent = true
  }
  subscribe(channel, onSendHeaders)

  return {
    connectorFor: (record, connect) => (options, callback) => {
      connect(options, (...result) => {
        if (result[0] === null) records.set(result[1], record)
        callback(...result)
      })
    },
    dispose: () => void unsubscribe(channel, onSendHeaders),
  }
}

function socketOf(message: unknown): object | null {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return null
  return typeof message.socket === 'object' ? message.socket : null
}
