import { describe, expect, it } from 'vitest'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import {
  accepted,
  at,
  database,
  delivered,
  later,
  outbox,
  outboxForEach,
  unconfirmed,
  undelivered,
} from '#testing/outbox/entries.ts'
import { claimSubmission, pharmacySubmission } from '#testing/outbox/made-up.ts'

outboxForEach()

function followUp(id: string, { changedAt = null, isWrong = false }: FollowUpColumns = {}): void {
  database
    .prepare('INSERT OR REPLACE INTO follow_up (entry_id, changed_at, is_wrong, sealed) VALUES (?, ?, ?, ?)')
    .run(id, changedAt, isWrong ? 1 : 0, new Uint8Array(1))
}
interface FollowUpColumns {
  readonly changedAt?: string | null
  readonly isWrong?: boolean
}

describe('what is kept about a policy', () => {
  const policyNumber = policyNumberOf('KKP/2026/LA/000777')

  it('is every entry of that policy alone, of both products and both kinds, with its size', () => {
    const keke = unconfirmed(outbox, claimSubmission({ policyNumber }))
    const okada = accepted(
      outbox,
      claimSubmission({ policyNumber: 'kkp / 2026/la/000777' }, { product: 'okada' }),
    )
    const request = pharmacySubmission()
    const own = { ...request, body: { ...request.body, policyNumber } } as Submission
    accepted(outbox, own)
    accepted(outbox, claimSubmission())
    outbox.apply(keke, { type: 'absent', at: later, proved: false, by: 'list' })
    outbox.claimRows.noteSurplus('keke', 12, keke, later)
    followUp(keke)
    expect(outbox.ofPolicy(policyNumber)).toEqual([
      { id: keke, kind: 'claim', product: 'keke', acceptedAt: at, state: 'unconfirmed', historyLines: 4 },
      { id: okada, kind: 'claim', product: 'okada', acceptedAt: at, state: 'queued', historyLines: 0 },
      {
        id: own.id,
        kind: 'pharmacy-request',
        product: null,
        acceptedAt: at,
        state: 'queued',
        historyLines: 0,
      },
    ])
    expect(outbox.ofPolicy(policyNumberOf('KKP/0000/XX/000000'))).toEqual([])
  })

  it('is removed with all of its history, in one commit with whatever else is removed', () => {
    const gone = unconfirmed(outbox)
    const stays = accepted(outbox)
    let also = 0
    expect(outbox.remove([gone], () => (also += 1))).toEqual({ ok: true, value: null })
    expect(also).toBe(1)
    expect(undelivered(outbox)).toEqual([stays])
    expect(outbox.get(gone)).toBeNull()
    expect(database.prepare('SELECT * FROM attempt').all()).toEqual([])
    expect(outbox.remove([stays])).toEqual({ ok: true, value: null })
    expect(undelivered(outbox)).toEqual([])
  })
})

describe('expiredEntries', () => {
  const long = '2026-12-31T00:00:00.000Z'

  it('is what was settled before the given time, oldest first, up to the limit', () => {
    const first = delivered(outbox, later)
    const second = delivered(outbox, later)
    expect(outbox.expiredEntries(long, 10)).toEqual([first, second])
    expect(outbox.expiredEntries(long, 1)).toEqual([first])
    expect(outbox.expiredEntries(later, 10)).toEqual([])
  })

  it('excludes policies with unfinished entries, and entries with an open alarm', () => {
    const settled = delivered(outbox)
    const open = accepted(outbox)
    expect(outbox.expiredEntries(long, 10)).toEqual([])
    outbox.remove([open])
    outbox.claimRows.noteSurplus('keke', 9, settled, later)
    expect(outbox.expiredEntries(long, 10)).toEqual([])
    outbox.claimRows.acknowledgeDuplicates(settled, later)
    expect(outbox.expiredEntries(long, 10)).toEqual([settled])
  })

  it('excludes what the insurer has changed since, and what needs somebody to call it', () => {
    const settled = delivered(outbox)
    followUp(settled, { changedAt: long })
    expect(outbox.expiredEntries(long, 10)).toEqual([])
    expect(outbox.expiredEntries('2026-12-31T00:00:00.001Z', 10)).toEqual([settled])
    followUp(settled, { changedAt: at, isWrong: true })
    expect(outbox.expiredEntries(long, 10)).toEqual([])
    followUp(settled, { changedAt: null })
    expect(outbox.expiredEntries(long, 10)).toEqual([settled])
  })
})
