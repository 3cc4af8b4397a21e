import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { loopback, type Loopback } from '#testing/insurer-client/loopback-api.ts'
import { objectsAt } from './objects.ts'

export { foreignPage as page } from '#testing/insurer/apply-faults.ts'

/** An error as S3 words it. */
export const s3Error = (code: string, message = 'No.', rest = ''): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message>${rest}</Error>`

export interface GivenAnswer {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of a server that gives every request the same answer. */
export async function answered({
  status,
  body = '',
  headers = {},
}: GivenAnswer): Promise<{ readonly server: Loopback; readonly objects: ReturnType<typeof objectsAt> }> {
  const server = await loopback((_seen, response) => response.writeHead(status, { ...headers }).end(body))
  return { server, objects: objectsAt(server.url) }
}

/** A server that does what it likes with each request, closed with the test. @returns its address */
export async function wild(
  behave: (request: IncomingMessage, response: ServerResponse) => void,
  certificate: { readonly key: string; readonly cert: string } | null = null,
): Promise<string> {
  const server = certificate === null ? createServer(behave) : createTlsServer({ ...certificate }, behave)
  const port = await portInTest(server)
  return certificate === null ? `http://127.0.0.1:${port}` : `https://localhost:${port}`
}
