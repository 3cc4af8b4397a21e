import { expect, it, vi } from 'vitest'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { ok } from '#shared/result.ts'
import { Office } from '#testing/app/office.ts'
import { claimSubmission, madeUpDraft } from '#testing/outbox/made-up.ts'
import { samplePolicies } from '#testing/insurer/test-insurer.ts'

/*
 * A colleague edits the outbox file between two starts, with any program for SQLite: so that another's work looks like
 * their own or nobody's, or as if the insurer had it long ago. What is sealed in each row decides.
 */
const [policy = ''] = samplePolicies('keke')
const claim = claimSubmission({ policyNumber: policy })

/** A claim of this office waits; whoever is signed in captured it. */
async function capture({ handlers }: Office): Promise<void> {
  await handlers['engine:pause']({ paused: true })
  expect(await handlers['outbox:accept'](claim)).toMatchObject({ ok: true })
}

/** An office whose waiting claim looks settled. */
async function settledByHand(): Promise<Office> {
  const office = await Office.open()
  await capture(office)
  await office.stop()
  office.edit(`UPDATE entry SET state = 'delivered', settled_at = '2020-01-01T00:00:00.000Z'`)
  await office.start()
  return office
}

it('a claim that looks settled is sent as soon as an officer looks at the outbox', async () => {
  const office = await settledByHand()
  const { handlers } = office
  await office.entries()
  await handlers['engine:pause']({ paused: false })
  await vi.waitFor(async () => {
    const entry = await handlers['outbox:entry']({ id: claim.id })
    expect(entry).toMatchObject({ value: { state: { name: 'delivered' } } })
  }, 10_000)
  const history = await handlers['outbox:history']({ id: claim.id })
  expect(history.ok && history.value.filter(({ type }) => type === 'attempt')).toHaveLength(1)
})

it('a claim that looks settled is neither forgotten with its policy nor removed as no longer needed', async () => {
  const asked = { policy: policyNumberOf(policy), filesAside: false } as const
  const office = await settledByHand()
  expect(await office.handlers['privacy:forget-policy'](asked)).toEqual(ok({ type: 'not-delivered' }))
  const other = (await settledByHand()).services.workspace.environment.services
  expect(other?.kept.removeOutlived('2026-01-01T00:00:00.000Z', 50)).toEqual(ok([]))
  expect([...(other?.outbox.undelivered() ?? [])].map(({ id }) => id)).toEqual([claim.id])
})

const file = newId()
const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(60)])

/** Bayo has written a draft with a picture and a claim; Chi, who is after them, is signed in with a draft. */
async function officeWithWork() {
  const office = await Office.open()
  const { handlers } = office
  await office.add('Ada', 'Bayo', 'Chi')
  await handlers['settings:change']({ sharedOutbox: false })
  await office.signIn('Bayo')
  const [theirs, own] = [madeUpDraft(), madeUpDraft({ branchReference: newBranchReference() })]
  await handlers['drafts:save']({ draft: theirs, isNew: true, isOpen: false })
  const part = { id: file, claimId: theirs.id, index: 0, part: picture.toString('base64') }
  const named = { name: 'a.jpg', size: picture.length, photos: null, field: null }
  await handlers['attachments:add-part']({ ...part, ...named })
  expect(await files(office, theirs.id)).toEqual([file])
  await capture(office)
  await office.signIn('Chi')
  await handlers['drafts:save']({ draft: own, isNew: true, isOpen: false })
  return { office, theirs, own }
}

async function files({ handlers }: Office, claimId: string): Promise<readonly string[]> {
  const listed = await handlers['attachments:list']({ claimId })
  return listed.ok ? listed.value.files.map(({ id }) => id) : []
}

it('an edited owner shows the work to no one else', async () => {
  const { office, theirs, own } = await officeWithWork()
  const chi = await office.idOf('Chi')
  await office.stop()
  office.edit('UPDATE draft SET officer_id = NULL')
  office.edit('UPDATE entry SET officer_id = ?', chi)
  office.edit('UPDATE attachment SET claim_id = ?', own.id)
  await office.start()
  const { handlers } = office

  await office.signIn('Chi')
  expect(await office.drafts()).toEqual([own.id])
  expect(await office.entries()).toEqual([])
  expect(await files(office, own.id)).toEqual([])
  const refused = [
    await handlers['drafts:save']({ draft: { ...own, id: theirs.id }, isNew: false, isOpen: false }),
    await handlers['outbox:entry']({ id: claim.id }),
    await handlers['outbox:to-draft']({ id: claim.id }),
    await handlers['attachments:part']({ id: file, index: 0 }),
  ]
  expect(refused.map((answer) => answer.ok)).toEqual([false, false, false, false])

  await office.signIn('Bayo')
  expect(await office.drafts()).toEqual([theirs.id])
  expect(await office.entries()).toEqual([claim.id])
})

it('a claim under the id of a colleague’s draft gets neither it nor its files', async () => {
  const { office, theirs } = await officeWithWork()
  const taken = { ...claimSubmission(), id: theirs.id }
  expect(await office.handlers['outbox:accept'](taken)).toMatchObject({ ok: false })
  expect(await files(office, theirs.id)).toEqual([])
  await office.signIn('Bayo')
  expect(await office.drafts()).toEqual([theirs.id])
})

it('without a list of officers, and with nothing of them in plain columns, nobody sees what they captured', async () => {
  const office = await Office.open()
  await office.add('Ada')
  await capture(office)
  await office.stop()
  office.remove('officers.json')
  // A settled entry is not opened at the start.
  office.edit(`UPDATE entry SET officer_id = NULL, state = 'delivered', settled_at = accepted_at`)
  await office.start()
  const { handlers } = office
  for (const name of ['nobody', 'Mallory'] as const) {
    if (name === 'Mallory') await handlers['officers:add']({ name, role: 'manager', secret: '577215' })
    expect(await office.entries()).toEqual([])
    const [one, attached] = [
      await handlers['outbox:entry']({ id: claim.id }),
      await handlers['attachments:list']({ claimId: claim.id }),
    ]
    expect([one.ok, attached.ok]).toEqual([false, false])
  }
})
