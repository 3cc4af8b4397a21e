import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { totalOf, type DayReport } from '#shared/day-report.ts'
import { dayBeside, today } from '#shared/domain/calendar-date.ts'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import type { AppServices } from '../services.ts'
import { claimSubmission, madeUpDraft, madeUpRejection } from '#testing/outbox/made-up.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { Office } from '#testing/app/office.ts'

const pdf = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d, 0xff, 0x00])
const slip = { paper: 'customer-slip', reference: '7F3K-92QD' } as const
const thinksBetter = (): Promise<string | null> => Promise.resolve(null)
/** The officer's answer in the save dialog. */
let place: (name: string) => Promise<string | null>
let sizes: string[]
let page: Uint8Array | null
let office: Office
let handlers: AppServices['handlers']

beforeEach(async () => {
  place = thinksBetter
  sizes = []
  page = pdf
  office = await Office.open({
    chooseFile: (name) => place(name),
    printPage: (size) => {
      sizes.push(size)
      return Promise.resolve(page)
    },
  })
  handlers = office.handlers
  await handlers['engine:pause']({ paused: true })
})

async function reportOfToday(): Promise<DayReport> {
  const report = await handlers['day:report']({ day: today() })
  if (!report.ok) throw new Error(report.error.type)
  return report.value
}
const capturedIn = (report: DayReport): number => totalOf(report.rows).captured.count

function draftAt(at: string, isRejected: boolean): Draft {
  const fields = { ...emptyFields(), policyNumber: 'KKP/0000/XX/000000' }
  const rejection = madeUpRejection({ capturedAt: at, at, refused: fields })
  return madeUpDraft({ fields, createdAt: at, updatedAt: at, rejection: isRejected ? rejection : null })
}

describe('paper as a PDF', () => {
  it('is what the page prints, saved where the officer chooses, under a name without personal data', async () => {
    const folder = createTestFolder()
    place = (name) => Promise.resolve(join(folder, name))
    expect(await handlers['paper:save-pdf'](slip)).toEqual({
      ok: true,
      value: { savedAs: join(folder, 'claim-slip-7F3K-92QD.pdf') },
    })
    await handlers['paper:save-pdf']({ paper: 'pharmacy-slip' })
    await handlers['paper:save-pdf']({ paper: 'day-report', day: '2026-11-20' })
    await handlers['paper:save-pdf']({ paper: 'claims-list' })
    expect(readdirSync(folder).sort()).toEqual([
      'claim-slip-7F3K-92QD.pdf',
      `claims-${today()}.pdf`,
      'day-report-2026-11-20.pdf',
      'pharmacy.pdf',
    ])
    expect(new Uint8Array(readFileSync(join(folder, 'pharmacy.pdf')))).toEqual(pdf)
    expect(sizes).toEqual(['A5', 'A5', 'A4', 'A4'])
  })

  it('opens no dialog while there is no page', async () => {
    page = null
    place = () => Promise.reject(new Error('asked'))
    expect(await handlers['paper:save-pdf'](slip)).toEqual({ ok: false, error: { type: 'not-possible-now' } })
  })

  it.each(['locks the application', 'leaves it to another'])(
    'is not saved when the officer %s with the question open',
    async (what) => {
      const folder = createTestFolder()
      await office.add('Ada', 'Bayo')
      const answer = Promise.withResolvers<string | null>()
      const asked = Promise.withResolvers<undefined>()
      place = () => {
        asked.resolve(undefined)
        return answer.promise
      }
      const saving = handlers['paper:save-pdf'](slip)
      await asked.promise
      if (what === 'locks the application') await office.leave()
      else await office.signIn('Bayo')
      answer.resolve(join(folder, 'slip.pdf'))
      expect(await saving).toEqual({ ok: false, error: { type: 'signed-out' } })
      expect(readdirSync(folder)).toEqual([])
    },
  )
})

describe('the sums of a day', () => {
  it('cover everyone for a manager, and only their own work for an officer if the outbox is not shared', async () => {
    await handlers['outbox:accept'](claimSubmission())
    await office.add('Ada', 'Bayo')
    await handlers['settings:change']({ sharedOutbox: false })
    await handlers['outbox:accept'](claimSubmission({ repairEstimate: 12.5 }))
    await office.signIn('Bayo')
    expect(capturedIn(await reportOfToday())).toBe(1)
    await handlers['outbox:accept'](claimSubmission())
    const own = await reportOfToday()
    expect(own.rows.map(({ officerName }) => officerName)).toEqual(['Bayo', 'No officer'])
    expect(own.claims.map(({ capturedBy }) => capturedBy)).toEqual([null, 'Bayo'])
    await office.signIn('Ada')
    const { rows } = await reportOfToday()
    expect(rows.map(({ officerName, counts }) => [officerName, counts.captured.amountKobo])).toEqual([
      ['Ada', 1250],
      ['Bayo', 4_500_000],
      ['No officer', 4_500_000],
    ])
    await handlers['settings:change']({ sharedOutbox: true })
    await office.signIn('Bayo')
    expect(capturedIn(await reportOfToday())).toBe(3)
  })

  it('count a draft of a rejected entry only for those who may see it', async () => {
    await office.add('Ada', 'Bayo')
    const draft = draftAt(new Date().toISOString(), true)
    await office.signIn('Bayo')
    await handlers['drafts:save']({ draft, isNew: true, isOpen: false })
    const toCorrect = async (): Promise<number> => totalOf((await reportOfToday()).rows)['needs-you'].count
    expect(await toCorrect()).toBe(1)
    // A manager cannot read other officers' drafts either.
    await office.signIn('Ada')
    expect(await toCorrect()).toBe(0)
    await office.signIn('Bayo')
    await handlers['drafts:save']({ draft: { ...draft, isShared: true }, isNew: false, isOpen: false })
    await office.signIn('Ada')
    expect(await toCorrect()).toBe(1)
  })
})

describe('the claims of a day', () => {
  it('have the drafts beside them that were begun by then, without those to correct', async () => {
    const now = new Date()
    const yesterday = dayBeside(today(now), -1)
    for (const draft of [draftAt(now.toISOString(), false), draftAt(now.toISOString(), true)])
      await handlers['drafts:save']({ draft, isNew: true, isOpen: false })
    expect((await reportOfToday()).drafts).toBe(1)
    const before = await handlers['day:report']({ day: yesterday })
    expect(before).toMatchObject({ ok: true, value: { drafts: 0 } })
  })
})
