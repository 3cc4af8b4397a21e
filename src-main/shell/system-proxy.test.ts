import type { ProxyConfig } from 'electron'
import { expect, it } from 'vitest'
import { createSystemProxy } from '#main/network/proxy-script.ts'

const script = 'function FindProxyForURL() { return "PROXY p.example:3128" }'
const origin = 'https://api.insurer.example/'

/** The system's settings: a script by its address, and what each mode answers. */
function computer() {
  const state = { address: null as string | null, text: null as string | null, list: 'DIRECT' }
  const told: ProxyConfig[] = []
  const asked: string[] = []
  const ask = createSystemProxy({
    session: () => ({
      setProxy: (config) => {
        told.push(config)
        return Promise.resolve()
      },
      resolveProxy: (url) => {
        asked.push(url)
        return Promise.resolve(told.at(-1)?.mode === 'pac_script' ? 'PROXY p.example:3128' : state.list)
      },
    }),
    scriptAddress: () => Promise.resolve(state.address),
    readScript: () => Promise.resolve(state.text),
  })
  return { state, told, asked, ask }
}

it('follows the system’s settings', async () => {
  const { state, told, asked, ask } = computer()
  state.list = 'PROXY hand.example:8080; DIRECT'
  expect(await ask(origin)).toEqual({ list: state.list, script: null })
  expect(told).toEqual([])
  expect(asked).toEqual([origin])
})

it('gives Chromium a script as text, once, and takes it back when it is gone', async () => {
  const { state, told, ask } = computer()
  Object.assign(state, { address: 'http://wpad.example/proxy.pac', text: script })
  const answer = { list: 'PROXY p.example:3128', script: 'http://wpad.example/proxy.pac' }
  expect(await ask(origin)).toEqual(answer)
  expect(await ask(origin)).toEqual(answer)
  expect(told).toHaveLength(1)
  const [type, encoded = ''] = (told[0]?.pacScript ?? '').split(';base64,')
  expect(type).toBe('data:application/x-ns-proxy-autoconfig')
  expect(Buffer.from(encoded, 'base64').toString()).toBe(script)
  state.address = null
  expect(await ask(origin)).toEqual({ list: 'DIRECT', script: null })
  expect(told.at(-1)).toEqual({ mode: 'system' })
})

it('says that a script cannot be read, unless a proxy is set by hand beside it', async () => {
  const { state, ask } = computer()
  state.address = 'http://wpad.example/proxy.pac'
  expect(await ask(origin)).toEqual({ list: '', script: state.address })
  state.list = 'PROXY hand.example:8080'
  expect(await ask(origin)).toEqual({ list: state.list, script: null })
})
