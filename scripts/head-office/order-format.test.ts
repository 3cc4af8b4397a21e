import { describe, expect, it } from 'vitest'
import type { FleetContent } from '#main/office/head-office/fleet-content.ts'
import { openOrder } from '#main/office/head-office/order-format.ts'
import { sealOrder } from './make-files.ts'
import { newFleet } from './new-fleet.ts'

const { fleet, privateKey } = newFleet()
const order = (change: Partial<FleetContent> = {}): FleetContent => ({
  version: 1,
  fleet: { ...fleet, number: 1 },
  expiresAt: '2027-01-23T08:00:00.000Z',
  places: [
    { environment: 'live', baseUrl: 'https://api.insurer.example', key: 'made-up-key', fileStore: null },
  ],
  officeStore: null,
  settings: {},
  backupSalt: null,
  branch: null,
  ...change,
})
const seal = (given = order()): Buffer => sealOrder(given, privateKey, fleet.secret)

describe('a signed file of head office', () => {
  it('opens where the fleet is known, and shows nothing elsewhere', () => {
    const bytes = seal()
    expect(openOrder(bytes, fleet)).toEqual({ ok: true, value: order() })
    expect(bytes.toString('latin1')).not.toMatch(/made-up|insurer/)
    const other = newFleet().fleet
    expect(openOrder(bytes, { ...fleet, secret: other.secret })).toMatchObject({ error: 'unreadable' })
  })

  it('counts only with the signature of head office', () => {
    const other = newFleet()
    const forged = sealOrder(order(), other.privateKey, fleet.secret)
    expect(openOrder(forged, fleet)).toMatchObject({ error: 'forged' })
    const branch = { name: '', secret: fleet.secret, officers: [], orderDigest: null }
    for (const strange of [
      { fleet: { ...fleet, id: other.fleet.id } },
      { fleet: { ...fleet, publicKey: other.fleet.publicKey } },
      { branch },
    ])
      expect(openOrder(seal(order(strange)), fleet)).toMatchObject({ error: 'not-understood' })
  })

  it('does not open with any of its bytes changed, cut off or too many', () => {
    const bytes = seal()
    for (let at = 0; at < bytes.length; at += 37) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(openOrder(changed, fleet)).toMatchObject({ error: 'unreadable' })
      expect(openOrder(bytes.subarray(0, at), fleet)).toMatchObject({ error: 'unreadable' })
    }
    expect(openOrder(Buffer.alloc(70_000), fleet)).toMatchObject({ error: 'unreadable' })
  })

  it('has a length that says nothing about the key', () => {
    const [place] = order().places
    if (place === undefined) throw new Error('no place')
    const longer = order({ places: [{ ...place, key: 'made-up-key'.repeat(9) }] })
    expect(seal(longer)).toHaveLength(seal().length)
  })
})
