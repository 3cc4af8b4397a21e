import { expect, it } from 'vitest'
import { statusesOf } from '#shared/domain/practice-statuses.ts'
import { defaultSettings } from '#shared/settings.ts'
import { generateClaims } from './data/claims.ts'
import { defaultSeed, generatePolicies } from './data/policies.ts'
import { decided } from './decided.ts'
import { PracticeData } from './practice-data.ts'
import { PracticeStore } from './practice-store.ts'

const created = '2026-11-20T09:00:00.000000Z'
const [generated] = generateClaims('keke', defaultSeed, generatePolicies('keke', defaultSeed))
function after(minutes: number, id = 49) {
  if (generated === undefined) throw new Error('none')
  const row = { ...generated, id, status: '0', created_at: created, updated_at: created }
  const { status, updated_at } = decided(row, new Date(Date.parse(created) + minutes * 60_000))
  return [status, updated_at]
}

it('decides a claim within a quarter of an hour', () => {
  expect(after(0)).toEqual(['0', created])
  expect(after(1.99)).toEqual(['0', created])
  expect(after(2)).toEqual(['1', '2026-11-20T09:02:00.000000Z'])
  expect(after(5)).toEqual(['2', '2026-11-20T09:05:00.000000Z'])
  expect(after(14.99)).toEqual(['2', '2026-11-20T09:05:00.000000Z'])
  expect(after(15)).toEqual(['3', '2026-11-20T09:15:00.000000Z'])
  expect(after(100_000)).toEqual(['3', '2026-11-20T09:15:00.000000Z'])
})

it('gives some claim every status that it names, and decides nothing after a final one', () => {
  const { names, finals } = statusesOf('practice', defaultSettings)
  const minutes = Array.from({ length: 60 }, (_, minute) => minute)
  const given = [49, 50].map((id) => minutes.map((minute) => after(minute, id)[0] ?? ''))
  expect(new Set(given.flat())).toEqual(new Set(Object.keys(names)))
  for (const statuses of given) {
    const afterFinal = statuses.slice(statuses.findIndex((status) => finals.includes(status)))
    expect(new Set(afterFinal).size).toBe(1)
    expect(finals).toContain(afterFinal[0])
  }
})

it('declines every fifth', () => {
  expect(after(2, 50)).toEqual(['1', '2026-11-20T09:02:00.000000Z'])
  expect(after(15, 50)).toEqual(['4', '2026-11-20T09:05:00.000000Z'])
  expect([51, 52, 53, 54].map((id) => after(60, id)[0])).toEqual(['3', '3', '3', '3'])
})

it('decides what was created here, in lists and details, and leaves the made-up claims as they are', () => {
  const store = new PracticeStore(null)
  let now = new Date(created)
  const data = new PracticeData({
    seed: defaultSeed,
    pharmacyCount: 1,
    store,
    decide: (row) => decided(row, now),
  })
  const before = data.claims('keke')
  const [policy] = generatePolicies('keke', defaultSeed)
  if (policy === undefined || generated === undefined) throw new Error('none')
  const number = policy.record.policy_number
  data.addClaim('keke', policy, { ...generated, policy_number: number }, now)
  now = new Date(now.getTime() + 6 * 60_000)
  expect(data.claims('keke').slice(0, -1)).toEqual(before)
  expect(data.claims('keke').at(-1)?.status).toBe('2')
  expect(data.claimsOf('keke', number).map(({ status }) => status)).toEqual(['2'])
})
