import { EnvHttpProxyAgent, request } from 'undici'
import { createTrust } from '#main/network/certificates.ts'

/** What says nothing for so long is not there, in ms. */
const silenceMs = 60_000
/** For one small file. */
const shortMs = 20_000

/** By the proxy that the variables name, and with the certificates that the computers trust. */
export async function webAgent(connections = 1): Promise<EnvHttpProxyAgent> {
  const trusted = (await createTrust().trusted())()
  const limits = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
  const connect = { timeout: silenceMs, ...trusted }
  const noProxy = `localhost,127.0.0.1,${process.env['no_proxy'] ?? process.env['NO_PROXY'] ?? ''}`
  return new EnvHttpProxyAgent({ connections, connect, requestTls: trusted, noProxy, ...limits })
}

/** What lies at an address; null for nothing. Rejects where that cannot be told. */
export async function bytesAt(url: string): Promise<Buffer | null> {
  const dispatcher = await webAgent()
  try {
    const { statusCode, body } = await request(url, { dispatcher, signal: AbortSignal.timeout(shortMs) })
    if (statusCode === 404) return null
    if (statusCode !== 200) throw new Error(`it answers with status ${statusCode}`)
    return Buffer.from(await body.arrayBuffer())
  } finally {
    await dispatcher.destroy()
  }
}

/** What caused an error, or the first part of it: a host has several addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause]
  return parts[0] instanceof Error ? reasonOf(parts[0]) : error.message
}
