import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'

const asked = (policy: string) =>
  v.safeParse(calls['privacy:forget-policy'].takes, { policy, filesAside: false })

describe('a policy that is to be forgotten', () => {
  it('is identified by the normal form of its number', () => {
    expect(asked(' kkp / 2026\\la/000001')).toMatchObject({
      success: true,
      output: { policy: 'KKP/2026/LA/000001' },
    })
  })

  it.each(['', ' ', '\u200b', '\ufeff\u00a0', '...', '“”'])(
    'has a number: with %j the drafts that have none yet would be forgotten',
    (policy) => {
      expect(asked(policy).success).toBe(false)
    },
  )
})
