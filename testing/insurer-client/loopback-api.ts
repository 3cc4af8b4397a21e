import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { TestCertificate } from './test-certificate.ts'
import { freePort, loopbackPort } from '#testing/platform/loopback-port.ts'
import type { ClaimContent } from '#shared/domain/claim.ts'
import {
  createMerchantApi,
  type MerchantApi,
  type MerchantApiOptions,
} from '#main/insurer/api/merchant-api.ts'
import { madeUpClaim } from '#testing/outbox/made-up.ts'

/** A request as the server saw it. */
interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The number of its connection, counted from 1. */
  readonly socket: number
}

export interface Loopback {
  readonly url: string
  /** Host and port. */
  readonly place: string
  readonly seen: readonly Seen[]
  readonly sockets: () => number
}

type Answering = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void

/** A real HTTP server on this computer, closed with the test. @param certificate makes it one with TLS */
export async function loopback(answer: Answering, certificate?: TestCertificate): Promise<Loopback> {
  const seen: Seen[] = []
  const sockets = new Map<Socket, number>()
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const body = Buffer.concat(chunks).toString()
      const one = { method, url, headers, body, socket: sockets.get(request.socket) ?? 0 }
      seen.push(one)
      answer(one, response, request)
    })
  }
  const server = certificate === undefined ? createHttpServer(take) : createHttpsServer(certificate, take)
  const opened = certificate === undefined ? 'connection' : 'secureConnection'
  server.on(opened, (socket: Socket) => sockets.set(socket, sockets.size + 1))
  const place = `127.0.0.1:${await loopbackPort(server)}`
  onTestFinished(() => {
    for (const socket of sockets.keys()) socket.destroy()
    server.close()
  })
  const url = `${certificate === undefined ? 'http' : 'https'}://${place}`
  return { url, place, seen, sockets: () => sockets.size }
}

/** A real TCP server on this computer, closed with the test. @returns host and port. */
export async function rawLoopback(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createNetServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    onSocket(socket)
  })
  const port = await loopbackPort(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${port}`
}

/** A port of this computer without a listener. */
export async function deadPort(): Promise<string> {
  return `127.0.0.1:${await freePort()}`
}

export const testKey = 'made-up-key-0001'

/** The API under test, closed with the test. */
export function apiOn(baseUrl: string, options: Partial<MerchantApiOptions> = {}): MerchantApi {
  const api = createMerchantApi({ baseUrl, readKey: () => Promise.resolve(testKey), ...options })
  onTestFinished(() => api.close())
  return api
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What endpoints 1 and 4 answer when all is well. */
export const created = (policyNumber: string) => ({
  success: true,
  response_message: 'Claim initiated successfully',
  response_code: 200,
  data: { policy_number: policyNumber, status: '0', estimate_of_repair: 1500.5 },
})

export const claim: ClaimContent = madeUpClaim({
  policyNumber: 'KP/TEST/0001/24',
  claimantIdentification: 'ID-0001',
  occurrenceDate: '2024-05-06',
  occurrenceAddress: '1 Example Road, Surulere',
  incidentDetails: 'A tricycle was hit from behind.',
  repairEstimate: 1500.5,
})
