import { describe, expect, it } from 'vitest'
import { isPublicHost } from './external-link.ts'

const hostOf = (address: string): string => new URL(address).hostname

describe('a host', () => {
  it.each([
    'https://files.example.com/a',
    'https://localhost.example/',
    'https://8.8.8.8/',
    'https://172.15.0.1/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://[2606:4700::1111]/',
    'https://local.example.ng/',
  ])('on the internet is public: %s', (address) => {
    expect(isPublicHost(hostOf(address))).toBe(true)
  })

  it.each([
    'https://localhost/',
    'https://localhost./',
    'https://app.localhost/',
    'https://printer.local/',
    'https://printer.local./',
    'https://router/',
    'https://server.internal/',
    'https://nas.home.arpa/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/admin',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:192.168.1.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:c0a8:101::]/',
    'https://[2001:0:1::1]/',
  ])('of this computer or an internal network is not: %s', (address) => {
    expect(isPublicHost(hostOf(address))).toBe(false)
  })

  it('is judged as a browser parses it, however it is written', () => {
    expect(isPublicHost(hostOf('https://１２７.０.０.１/'))).toBe(false)
    expect(isPublicHost(hostOf('https://PRINTER。LOCAL/'))).toBe(false)
    expect(isPublicHost('')).toBe(false)
  })
})
