import { expect, it } from 'vitest'
import {
  knownDay,
  knownTime,
  mayLieBetween,
  nearnessOf,
  notThere,
  orderOf,
  sortTextOf,
  textOf,
  type ToldDay,
  type ToldTime,
} from './told.ts'

const unread = { type: 'not-understood', text: '03-12-2026' } as const
const noon = Date.parse('2026-11-20T12:00:00Z')

it.each<[ToldDay, string]>([
  [knownDay('2026-12-31'), 'same'],
  [knownDay('2026-12-30'), 'beside'],
  [knownDay('2027-01-01'), 'beside'],
  [knownDay('2026-12-29'), 'elsewhere'],
  [knownDay('2025-12-31'), 'elsewhere'],
  [knownDay(''), 'unknown'],
  [notThere, 'unknown'],
  [unread, 'unknown'],
])('%j lies of 31 December: %s', (told, nearness) => {
  expect(nearnessOf(told, '2026-12-31')).toBe(nearness)
})

it.each<[ToldTime, string]>([
  [knownTime('2026-11-20T11:59:59.999Z'), 'before'],
  [knownTime('2026-11-20T12:00:00.000Z'), 'since'],
  [notThere, 'unknown'],
  [unread, 'unknown'],
])('%j lies of noon: %s', (told, order) => {
  expect(orderOf(told, noon)).toBe(order)
})

it.each<[ToldDay, string, string, boolean]>([
  [knownDay('2026-11-20'), '2026-11-20', '2026-11-20', true],
  [knownDay('2026-11-20'), '2026-11-21', '', false],
  [knownDay('2026-11-20'), '', '2026-11-19', false],
  [knownDay('2026-11-20'), '', '', true],
  [notThere, '2026-11-21', '2026-11-22', true],
  [unread, '2026-11-21', '2026-11-22', true],
])('%j may lie from %j to %j: %s', (told, from, to, may) => {
  expect(mayLieBetween(told, from, to)).toBe(may)
})

it('is sorted by what was read, and searched by what was written', () => {
  const told = [knownDay('2026-11-20'), knownTime('2026-11-20T12:00:00.000Z'), notThere, unread]
  expect(told.map(sortTextOf)).toEqual(['2026-11-20', '2026-11-20T12:00:00.000Z', '', ''])
  expect(told.map(textOf)).toEqual(['2026-11-20', '2026-11-20T12:00:00.000Z', '', '03-12-2026'])
})

// Each line is an error of the type check, or the directive above it is.
export function comparedUnasked(told: ToldDay, made: ToldTime): readonly unknown[] {
  return [
    // @ts-expect-error -- a text is no day of the insurer's
    told === '2026-11-20',
    // @ts-expect-error -- nor has it an order beside one
    told < '2026-11-20',
    // @ts-expect-error -- a day is not there before it is known to be read
    told.day,
    // @ts-expect-error -- nor can a time be parsed
    Date.parse(made),
  ]
}
