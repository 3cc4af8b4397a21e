import { expect, it } from 'vitest'
import { keepToItself } from './start-checks.ts'

it('removes what weakens connections and leaves the rest', () => {
  const env = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    SSLKEYLOGFILE: '/tmp/keys',
    HTTPS_PROXY: 'http://a.example',
  }
  keepToItself({ env, umask: () => 0 }, { isPackaged: true })
  expect(env).toEqual({ HTTPS_PROXY: 'http://a.example' })
})

it('trusts certificates named by a variable only in a run from source', () => {
  const named = { SSL_CERT_FILE: '/tmp/own.pem', SSL_CERT_DIR: '/tmp/own' }
  const [packaged, fromSource] = [{ ...named }, { ...named }]
  keepToItself({ env: packaged, umask: () => 0 }, { isPackaged: true })
  keepToItself({ env: fromSource, umask: () => 0 }, { isPackaged: false })
  expect([packaged, fromSource]).toEqual([{}, named])
})

it('lets no other user read what is written from then on', () => {
  const masks: number[] = []
  keepToItself({ env: {}, umask: (mask?: string | number) => masks.push(Number(mask)) }, { isPackaged: true })
  expect(masks).toEqual([0o077])
})
