import { expect, it } from 'vitest'
import { err } from '#shared/result.ts'
import { at, later, lost, outbox, outboxForEach, reopened } from '#testing/outbox/entries.ts'
import { submissionWithFiles } from '#testing/outbox/made-up.ts'

const picture = { incidentPictureUrl: 'https://files.example/a.jpg' }
const report = { medicalReportUrl: 'https://files.example/b.pdf' }

outboxForEach()

function accepted() {
  const submission = submissionWithFiles(['incidentPictureUrl', 'medicalReportUrl'])
  expect(outbox.accept(submission, at, 'officer-1').ok).toBe(true)
  return submission
}

it('puts links into a body, in the file and in memory, and keeps the rest of it', () => {
  const { id, body } = accepted()
  const put = outbox.putLinks(id, { ...picture, ...report })
  const whole = { ...body, claim: { ...body.claim, ...picture, ...report } }
  expect(put).toMatchObject({ ok: true, value: { body: whole, officerId: 'officer-1' } })
  expect([...outbox.undelivered()]).toMatchObject([{ id, body: whole }])
  expect(reopened().get(id)).toEqual(outbox.get(id))
})

it('takes a link back', () => {
  const { id, body } = accepted()
  outbox.putLinks(id, { ...picture, ...report })
  outbox.putLinks(id, { incidentPictureUrl: '' })
  expect(outbox.get(id)?.body).toEqual({ ...body, claim: { ...body.claim, ...report } })
})

it('is the same submission with its links as without them', () => {
  const submission = accepted()
  const { id } = submission
  outbox.putLinks(id, { ...picture, ...report })
  expect(outbox.accept(submission, later)).toMatchObject({ ok: true, value: { id } })
  const other = { ...submission, body: { ...submission.body, fromFiles: ['medicalReportUrl' as const] } }
  expect(outbox.accept(other, later)).toEqual(err({ type: 'id-taken' }))
})

it('refuses links while an attempt is open, and while it may have arrived', () => {
  const { id } = accepted()
  outbox.openAttempt(id, at)
  expect(outbox.putLinks(id, picture)).toEqual(err({ type: 'not-possible-now' }))
  outbox.closeAttempt(id, { type: 'not-sent', cause: 'dns' }, at)
  expect(outbox.putLinks(id, picture).ok).toBe(true)
  outbox.openAttempt(id, at)
  outbox.closeAttempt(id, lost, at)
  expect(outbox.putLinks(id, report)).toEqual(err({ type: 'not-possible-now' }))
  outbox.apply(id, { type: 'absent', at, proved: true, by: 'list' })
  expect(outbox.putLinks(id, report).ok).toBe(true)
  expect(outbox.putLinks('unknown', report)).toEqual(err({ type: 'unknown-entry' }))
})

it('refuses a link for a field whose link the officer typed', () => {
  const { id } = accepted()
  const typed = { deathCertificateUrl: 'https://files.example/c.pdf' }
  expect(outbox.putLinks(id, typed)).toEqual(err({ type: 'not-possible-now' }))
})
