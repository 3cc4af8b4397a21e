import { describe, expect, it } from 'vitest'
import {
  amountWays,
  dayWays,
  idWays,
  policyWays,
  timeWays,
  writtenAmount,
  writtenDay,
  writtenId,
  writtenPolicy,
  writtenTime,
} from './written.ts'

const inAll = <Way extends string, T>(ways: readonly Way[], write: (way: Way) => T): Record<string, T> =>
  Object.fromEntries(ways.map((way) => [way, write(way)]))

describe('an insurer’s ways to write a value', () => {
  it('are these for a day', () => {
    expect(inAll(dayWays, (way) => writtenDay('2026-11-20', way))).toEqual({
      'as-sent': '2026-11-20',
      'd/m/Y': '20/11/2026',
      'd-m-Y': '20-11-2026',
      'Y-m-d 00:00:00': '2026-11-20 00:00:00',
      'utc-midnight': '2026-11-20T00:00:00.000000Z',
      'lagos-midnight': '2026-11-19T23:00:00.000000Z',
      zoned: '2026-11-20T00:00:00+01:00',
      'day-before': '2026-11-19',
      seconds: 1_795_132_800,
      'seconds-text': '1795132800',
      null: null,
      missing: undefined,
      empty: '',
      zeros: '0000-00-00',
      words: '2 days ago',
    })
  })

  it('make the evening of another year of New Year’s Day', () => {
    expect(writtenDay('2027-01-01', 'lagos-midnight')).toBe('2026-12-31T23:00:00.000000Z')
    expect(writtenDay('2027-01-01', 'day-before')).toBe('2026-12-31')
  })

  it('are these for a time', () => {
    expect(inAll(timeWays, (way) => writtenTime('2026-11-28T23:06:32.120000Z', way))).toEqual({
      'as-spec': '2026-11-28T23:06:32.120000Z',
      'Y-m-d H:i:s': '2026-11-28 23:06:32',
      lagos: '2026-11-29 00:06:32',
      'd/m/Y H:i:s': '28/11/2026 23:06:32',
      'd-m-Y H:i:s': '28-11-2026 23:06:32',
      zoned: '2026-11-29T00:06:32+01:00',
      seconds: 1_795_907_192,
      'seconds-text': '1795907192',
      milliseconds: 1_795_907_192_120,
      null: null,
      missing: undefined,
      words: '2 minutes ago',
    })
  })

  it('are these for an amount', () => {
    expect(inAll(amountWays, (way) => writtenAmount(45_000, way, '45000.00'))).toEqual({
      'as-spec': '45000.00',
      number: 45_000,
      text: '45000.00',
      grouped: '45,000.00',
      naira: '₦45,000.00',
      null: null,
      missing: undefined,
    })
  })

  it('are these for a policy number', () => {
    expect(inAll(policyWays, (way) => writtenPolicy('Kkp/2023/LA/000123', way))).toEqual({
      'as-sent': 'Kkp/2023/LA/000123',
      'upper-case': 'KKP/2023/LA/000123',
      'lower-case': 'kkp/2023/la/000123',
      spaces: 'Kkp 2023 LA 000123',
      underscores: 'Kkp_2023_LA_000123',
      hyphens: 'Kkp-2023-LA-000123',
      joined: 'Kkp2023LA000123',
      'no-leading-zeros': 'Kkp/2023/LA/123',
    })
  })

  it('are these for an id', () => {
    expect(inAll(idWays, (way) => writtenId(901, way))).toEqual({ number: 901, text: '901' })
  })
})
