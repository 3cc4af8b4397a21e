import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { deadPort, loopback } from '#testing/insurer-client/loopback-api.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTrust } from './certificates.ts'
import { printedBy, readScript, scriptAddress } from './proxy-script.ts'

const script = 'function FindProxyForURL(url, host) { return "DIRECT" }'
const trust = createTrust(() => Promise.resolve([]))

describe('the address of a proxy script', () => {
  it.each([
    [
      'win32',
      '\r\nHKEY_CURRENT_USER\\Software\r\n    AutoConfigURL    REG_SZ    http://wpad.example/proxy.pac\r\n\r\n',
      'http://wpad.example/proxy.pac',
    ],
    ['win32', '', null],
    [
      'darwin',
      '<dictionary> {\n  ProxyAutoConfigEnable : 1\n  ProxyAutoConfigURLString : file:///Library/p.pac\n}',
      'file:///Library/p.pac',
    ],
    ['darwin', '  ProxyAutoConfigEnable : 0\n  ProxyAutoConfigURLString : http://a.example/p.pac\n', null],
    ['linux', "'none'\n", null],
    ['linux', '', null],
  ] as const)('%s: %s', async (platform, printed, address) => {
    expect(await scriptAddress(platform, () => Promise.resolve(printed))).toBe(address)
  })

  it('is GNOME’s where its mode is automatic', async () => {
    const gnome = (url: string) => (_program: string, args: readonly string[]) =>
      Promise.resolve(args.includes('mode') ? "'auto'\n" : `${url}\n`)
    expect(await scriptAddress('linux', gnome("'http://wpad.example/wpad.dat'"))).toBe(
      'http://wpad.example/wpad.dat',
    )
    expect(await scriptAddress('linux', gnome("''"))).toBeNull()
    // Told as one that cannot be read: without it, no proxy would be taken silently.
    expect(await scriptAddress('linux', gnome("'javascript:1'"))).toBe('javascript:1')
    expect(await readScript('javascript:1', trust)).toBeNull()
  })

  it.each(['HKLM\\Software\\Policies', 'HKCU\\Software\\Policies', 'HKLM\\Software'])(
    'is found where %s alone has it',
    async (root) => {
      const registry = (_program: string, [, key = '']: readonly string[]) =>
        Promise.resolve(
          key.startsWith(`${root}\\Microsoft`)
            ? '    AutoConfigURL    REG_SZ    http://wpad.example/p.pac\r\n'
            : '',
        )
      expect(await scriptAddress('win32', registry)).toBe('http://wpad.example/p.pac')
    },
  )

  it('is none where the program is missing', async () => {
    expect(await printedBy('/nowhere/no-such-program', [])).toBe('')
  })
})

describe('a proxy script', () => {
  it('is read from a server or a file', async () => {
    const server = await loopback((_seen, response) => void response.end(script))
    expect(await readScript(`${server.url}/proxy.pac`, trust)).toBe(script)
    const file = join(createTestFolder(), 'proxy.pac')
    writeFileSync(file, script)
    expect(await readScript(pathToFileURL(file).href, trust)).toBe(script)
  })

  it('is none where something else answers, or nothing', async () => {
    const page = await loopback((_seen, response) => void response.end('<html>Sign in</html>'))
    const missing = await loopback((_seen, response) => void response.writeHead(404).end(script))
    expect(await readScript(page.url, trust)).toBeNull()
    expect(await readScript(missing.url, trust)).toBeNull()
    expect(await readScript(`http://${await deadPort()}/`, trust)).toBeNull()
    expect(await readScript('file:///nowhere/proxy.pac', trust)).toBeNull()
  })
})
