import { expect, it } from 'vitest'
import { keepToItself } from './own-process.ts'

it('removes what weakens connections and leaves the rest', () => {
  const env = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    SSLKEYLOGFILE: '/tmp/keys',
    HTTPS_PROXY: 'http://a.example',
  }
  keepToItself({ env, umask: () => 0 })
  expect(env).toEqual({ HTTPS_PROXY: 'http://a.example' })
})

it('lets no other user read what is written from then on', () => {
  const masks: number[] = []
  keepToItself({ env: {}, umask: (mask) => masks.push(mask) })
  expect(masks).toEqual([0o077])
})
