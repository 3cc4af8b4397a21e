import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomScheme } from 'electron'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import {
  createAppHandler,
  registerAppScheme,
  securityHeaders,
  serveApp,
  contentSecurityPolicy,
  contentSecurityPolicyHeader,
} from './app-protocol.ts'

let folder: string
let handle: (request: Request) => Promise<Response>

beforeEach(() => {
  const parent = createTestFolder()
  folder = join(parent, 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(parent, 'secret.json'), '{"outside":true}')
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'index-a1B2c3D4.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'index-a1B2c3D4.css'), 'a{}')
  writeFileSync(join(folder, 'assets', 'notes.txt'), 'not served')
  handle = createAppHandler(folder)
})

/** A request whose address is as written, past the URL parser's own clean-up. */
class RawRequest extends Request {
  override readonly url: string
  constructor(address: string, method: string) {
    super('app://desk/', { method })
    this.url = address
  }
}

async function ask(address: string, method = 'GET'): Promise<Response> {
  return await handle(new RawRequest(address, method))
}

describe('the app:// handler', () => {
  it('answers the first document for the start and for each screen', async () => {
    for (const path of ['', '/', '/outbox', '/claims/new', '/index.html', '/?x=1#y']) {
      const response = await ask(`app://desk${path}`)
      expect(response.status, path).toBe(200)
      expect(await response.text()).toBe('<!doctype html>')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('serves built files with their type, cacheable forever', async () => {
    const script = await ask('app://desk/assets/index-a1B2c3D4.js')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
    const style = await ask('app://desk/assets/index-a1B2c3D4.css')
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  it.each([
    'app://desk/../secret.json',
    'app://desk/%2e%2e/secret.json',
    'app://desk/..%2fsecret.json',
    'app://desk/assets/..%2f..%2fsecret.json',
    'app://desk/assets/..%5c..%5csecret.json',
    'app://desk/..\\secret.json',
    'app://desk/....//secret.json',
    'app://desk//secret.json',
    'app://desk/%00secret.json',
    'app://desk/%c0%ae%c0%ae/secret.json',
    'app://desk/%/secret.json',
    'app://desk/C:/secret.json',
    'app://desk/%2Fetc%2Fhosts.json',
  ])('finds nothing outside its folder: %s', async (url) => {
    const response = await ask(url)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('')
  })

  it.each(['app://desk/assets/notes.txt', 'app://desk/assets/index-a1B2c3D4.js.map', 'app://desk/none.js'])(
    'does not find %s',
    async (url) => {
      expect((await ask(url)).status).toBe(404)
    },
  )

  it.each(['app://other/', 'app://desk.other/', 'app://desk:80/', 'https://desk/', 'nonsense'])(
    'answers our own host alone: %s',
    async (url) => {
      expect((await ask(url)).status).toBe(404)
    },
  )

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('refuses %s', async (method) => {
    expect((await ask('app://desk/', method)).status).toBe(405)
  })

  it('sends its security headers with every answer, refusals too', async () => {
    const answers = [
      await ask('app://desk/'),
      await ask('app://desk/none.js'),
      await ask('app://desk/', 'POST'),
    ]
    for (const response of answers) {
      for (const [name, value] of Object.entries(securityHeaders)) {
        expect(response.headers.get(name)).toBe(value)
      }
      expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicyHeader())
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

it('the worker that decodes HEIC may compile WebAssembly, and no other file', async () => {
  const policyOf = async (name: string): Promise<string | null> =>
    (await ask(`app://desk/assets/${name}`)).headers.get('content-security-policy')
  for (const name of [
    'heic.worker-a1B2c3D4.js',
    'heic.worker-a1B2c3D4.css',
    'libheif.js',
    'x-heic.worker-a1B2c3D4.js',
  ])
    writeFileSync(join(folder, 'assets', name), '')
  expect(await policyOf('heic.worker-a1B2c3D4.js')).toBe(
    contentSecurityPolicyHeader()
      .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
      .replace("worker-src 'self'", "worker-src 'none'"),
  )
  for (const name of [
    'heic.worker-a1B2c3D4.css',
    'libheif.js',
    'x-heic.worker-a1B2c3D4.js',
    'index-a1B2c3D4.js',
  ])
    expect(await policyOf(name)).toBe(contentSecurityPolicyHeader())
})

describe('the app:// scheme', () => {
  it('resolves once the first file has been served, and not before', async () => {
    const handlers: ((request: Request) => Response | Promise<Response>)[] = []
    const steps: string[] = []
    const served = serveApp({ handle: (_scheme, handler) => void handlers.push(handler) }, createTestFolder())
    void served.then(() => steps.push('served'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const answered = await handlers[0]?.(new Request('app://desk/'))
    steps.push('answered')
    await served
    expect([answered?.status, ...steps]).toEqual([404, 'answered', 'served'])
  })

  it('is standard and secure, and bypasses no policy', () => {
    const schemes: CustomScheme[] = []
    registerAppScheme({ registerSchemesAsPrivileged: (list) => void schemes.push(...list) })
    expect(schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ])
  })
})

/** As the browser hashes it: line endings are normalised, so a checkout with CRLF gives the same hash. */
function hashOfShellStyle(): string {
  const style = readFileSync(join(import.meta.dirname, '../../src-renderer/styles/shell.css'), 'utf8')
  return createHash('sha256').update(style.replaceAll('\r\n', '\n')).digest('base64')
}

describe('the content security policy', () => {
  it('denies by default and gives the page no network', () => {
    expect(contentSecurityPolicy['default-src']).toEqual(["'none'"])
    expect(contentSecurityPolicy['connect-src']).toEqual(["'none'"])
    for (const directive of [
      'object-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
      'frame-src',
    ] as const) {
      expect(contentSecurityPolicy[directive]).toEqual(["'none'"])
    }
  })

  it('allows scripts and styles from our own files only, plus the inline style of the shell', () => {
    expect(contentSecurityPolicy['script-src']).toEqual(["'self'"])
    expect(contentSecurityPolicy['style-src']).toEqual(["'self'", `'sha256-${hashOfShellStyle()}'`])
    expect(contentSecurityPolicyHeader()).not.toMatch(/unsafe|https?:|\*/)
  })

  it('is serialised as one header', () => {
    expect(contentSecurityPolicyHeader()).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(contentSecurityPolicyHeader()).toContain(
      "require-trusted-types-for 'script'; trusted-types vue own-workers",
    )
    expect(contentSecurityPolicy['worker-src']).toEqual(["'self'"])
  })
})
