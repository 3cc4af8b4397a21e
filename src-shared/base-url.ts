import * as v from 'valibot'
import { err, ok, type Result } from './result.ts'

/** An address as typed; `parseBaseUrl` says whether it can be used. */
export const BaseUrlSchema = v.pipe(v.string(), v.maxLength(2000))

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The scheme that people leave out; a single word may be anything, and gets none. */
function withScheme(typed: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed
  const plain = URL.parse(`http://${typed}`)
  if (plain !== null && isPlainHere(plain)) return plain.href
  return plain?.hostname.includes('.') === true ? `https://${typed}` : typed
}

/**
 * A base URL as typed, made canonical: https, or http on this computer alone, also where the scheme is left out; no
 * credentials, query or fragment; no trailing slash.
 */
export function parseBaseUrl(
  typed: string,
): Result<string, { readonly type: 'base-url-invalid' | 'base-url-not-https' }> {
  const url = URL.parse(withScheme(typed.trim()))
  if (url === null) return err({ type: 'base-url-invalid' })
  if (url.protocol !== 'https:' && !isPlainHere(url)) {
    return err({ type: 'base-url-not-https' })
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return err({ type: 'base-url-invalid' })
  }
  return ok(url.origin + url.pathname.replace(/\/+$/, ''))
}

/** An address as {@link parseBaseUrl} makes it; anything else does not parse. */
export const AddressSchema = v.pipe(
  BaseUrlSchema,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseBaseUrl(dataset.value)
    if (parsed.ok) return parsed.value
    addIssue()
    return NEVER
  }),
)

/** Whether an address is plain http on this computer, the one kind of http that is allowed. */
export function isPlainHere({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopback.has(hostname)
}

/** Where requests to a base URL go: protocol, host and port. @throws TypeError when it did not go through `parseBaseUrl`. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin
}
