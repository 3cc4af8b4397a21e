import { fileStorePath } from '#shared/domain/practice-file.ts'
import type { IncomingMessage } from 'node:http'
import type { StoreOperation } from './store-faults.ts'

/** A request to the store, as far as its head says. */
export interface StoreRequest {
  readonly method: string
  /** As sent. */
  readonly path: string
  readonly parameters: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly bucket: string
  /** Empty where the bucket itself is meant. */
  readonly name: string
  /** Null for what this store does not know. */
  readonly operation: StoreOperation | null
}

/** Whether anything says who asks by headers: strangers do not. */
function hasCredential(headers: IncomingMessage['headers']): boolean {
  return headers.authorization !== undefined
}

function operationOf(method: string, name: string, isSigned: boolean): StoreOperation | null {
  const reads = method === 'GET' || method === 'HEAD'
  if (name === '') return reads ? 'list' : null
  if (reads && !isSigned) return 'open'
  if (method === 'PUT') return 'put'
  if (method === 'GET') return 'get'
  if (method === 'HEAD') return 'head'
  return method === 'DELETE' ? 'delete' : null
}

/** The text behind percent-encoding, or null where it is not valid. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Reads the head of a request; null where its address is no valid text. */
export function storeRequest(incoming: IncomingMessage): StoreRequest | null {
  const { method = 'GET', url = '', headers } = incoming
  const [path = '', ...rest] = url.split('?')
  const parameters = new URLSearchParams(rest.join('?'))
  const [bucket, ...name] = path
    .slice(fileStorePath.length + 1)
    .split('/')
    .map(decoded)
  if (bucket === null || bucket === undefined || name.includes(null)) return null
  const key = name.join('/')
  const operation = operationOf(method, key, hasCredential(headers))
  return { method, path, parameters, headers, bucket, name: key, operation }
}
