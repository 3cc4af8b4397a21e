import type { CustomScheme, Protocol } from 'electron'
import type { Request as PageRequest, Route } from 'playwright-core'
import { originOf, toAppAddress, toPageAddress } from './addresses.ts'

type Handler = Parameters<Protocol['handle']>[1]

const privileged = new Map<string, CustomScheme>()
const handlers = new Map<string, Handler>()
const origins = new Set<string>()

/** Schemes that were registered as standard. */
export function appSchemes(): Iterable<string> {
  return privileged.keys()
}

/** Origins, as the page knows them, that the application has loaded. */
export function appOrigins(): readonly string[] {
  return [...origins]
}

/** Remembers an origin of the application's, so that the preload runs there. */
export function addAppOrigin(address: string): void {
  if (privileged.has(new URL(address).protocol.slice(0, -1))) {
    origins.add(new URL(toPageAddress(address)).origin)
  }
}

export const protocol = {
  registerSchemesAsPrivileged(schemes) {
    for (const scheme of schemes) privileged.set(scheme.scheme, scheme)
  },
  handle(scheme, handler) {
    handlers.set(scheme, handler)
  },
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>

/** Answers a request of a page from the application's own handler; everything else has no network. */
export async function answerFromHandler(route: Route, request: PageRequest): Promise<void> {
  const address = toAppAddress(request.url(), appSchemes())
  const handler = handlers.get(new URL(address).protocol.slice(0, -1))
  if (handler === undefined) {
    await route.abort('blockedbyclient')
    return
  }
  try {
    const response = await handler(
      new Request(address, { method: request.method(), headers: request.headers() }),
    )
    const body = Buffer.from(await response.arrayBuffer())
    await route.fulfill({ status: response.status, headers: pageHeaders(response.headers, address), body })
  } catch (error) {
    console.error(error)
    await route.abort('failed')
  }
}

/** The headers as they are, but for the application's own origin, where a policy names it. */
function pageHeaders(headers: Headers, address: string): Record<string, string> {
  const own = originOf(address)
  const shown = new URL(toPageAddress(address)).origin
  return Object.fromEntries([...headers].map(([name, value]) => [name, value.replaceAll(own, shown)]))
}
