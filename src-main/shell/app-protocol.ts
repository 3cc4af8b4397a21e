import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Protocol } from 'electron'
import { isOurAddress } from './app-origin.ts'

/** The hash of src-renderer/styles/shell.css, which stands in the first document. */
const shellStyle = "'sha256-FwHQWO9PNhZNj9R9MXbspEyoMVMQ0Iv4U6w4jRmK22s='"

/**
 * What the page may load and do. Everything is denied by default. The page has no network of its own (`connect-src
 * 'none'`): all its data comes from main. Styles set by scripts go through the CSSOM, which needs no exception here;
 * `style` elements and attributes in markup do not work, except the one element with the shell's style.
 */
export const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", shellStyle],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'none'"],
  'worker-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  // Vue creates the `vue` policy for static parts of its compiled templates; the other lets the page start its three
  // workers and nothing else.
  'trusted-types': ['vue', 'own-workers'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The worker that decodes HEIC runs WebAssembly, under a policy of its own that comes with its answer alone. */
const heicWorker = /^assets\/heic\.worker-[\w-]{8}\.js$/

/** The policy as the value of the header of a file's answer. */
export function contentSecurityPolicyHeader(path = ''): string {
  const policy = heicWorker.test(path)
    ? { ...contentSecurityPolicy, 'script-src': ["'self'", "'wasm-unsafe-eval'"], 'worker-src': ["'none'"] }
    : contentSecurityPolicy
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

const scheme = 'app'

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** What is not asked of Electron's permission handlers, or not of those of Chromium in its place (`page-guards.ts`). */
const deniedFeatures = [
  ...['display-capture', 'gamepad', 'hid', 'local-fonts', 'serial', 'usb'],
  ...['publickey-credentials-create', 'publickey-credentials-get'],
]

/** Headers of every response, errors included. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicyHeader(),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Registers `app://` with Chromium. Call it once, before the application is ready. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/**
 * Serves the built page of `folder` under `app://desk/`. Call it once the application is ready.
 *
 * @returns a promise that resolves once the first file has been served.
 */
export function serveApp(protocol: Pick<Protocol, 'handle'>, folder: string): Promise<void> {
  const served = Promise.withResolvers<undefined>()
  const handler = createAppHandler(folder)
  protocol.handle(scheme, async (request) => {
    const answered = await handler(request)
    // Let Chromium receive the response before other startup work runs.
    setImmediate(() => served.resolve(undefined))
    return answered
  })
  return served.promise
}

/**
 * Serves files of the built page: only GET, only our host, nothing outside the folder. A path without an extension is a
 * route of the page, so it gets the index document.
 */
export function createAppHandler(folder: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET') return answer(405, null, { Allow: 'GET' })
    const path = isOurAddress(request.url) ? pathOf(request.url) : null
    const type = path === null ? undefined : mimeTypes[extname(path)]
    if (path === null || type === undefined) return answer(404, null)
    const body = await contentsOf(join(folder, path))
    if (body === null) return answer(404, null)
    return answer(200, body, {
      'Content-Type': type,
      'Cache-Control': cacheControl(path),
      'Content-Security-Policy': contentSecurityPolicyHeader(path),
    })
  }
}

/** The path inside the folder, or null for one that leaves it or has a special meaning to the file system. */
function pathOf(address: string): string | null {
  const raw = new URL(address).pathname
  if (raw === '/' || extname(raw) === '') return 'index.html'
  let decoded: string
  try {
    decoded = decodeURIComponent(raw)
  } catch {
    return null
  }
  if (/[\0\\:]/.test(decoded) || decoded.split('/').includes('..')) return null
  return decoded.replace(/^\/+/, '')
}

async function contentsOf(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file))
  } catch {
    return null
  }
}

/** Built files carry a content hash in their name; the index document and files with plain names do not. */
function cacheControl(path: string): string {
  return /-[\w-]{8}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function answer(
  status: number,
  body: Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, { status, headers: { ...securityHeaders, ...headers } })
}
