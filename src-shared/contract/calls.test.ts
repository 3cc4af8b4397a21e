import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'
import { EntryBodySchema } from '../outbox/entry.ts'
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

it('what is submitted is of a policy number, while a body that was kept before opens with any text', () => {
  const claim = claimSubmission({ policyNumber: 'CHINEDU' })
  const request = pharmacySubmission()
  const toNobody = { ...request, body: { ...request.body, policyNumber: 'CHINEDU' } }
  const { takes } = calls['outbox:accept']
  expect(v.is(takes, claimSubmission()) && v.is(takes, request)).toBe(true)
  for (const refused of [claim, toNobody]) {
    expect(v.is(takes, refused)).toBe(false)
    expect(v.is(EntryBodySchema, refused.body)).toBe(true)
  }
})
