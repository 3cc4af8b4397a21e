import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { emptyFields, type Draft } from '#shared/domain/draft.ts'
import { newBranchReference, newId } from '#shared/domain/identifier.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { ReopenedServices } from '#testing/app/reopened-services.ts'
import { officerId } from './office.ts'

/*
 * A colleague edits the outbox file between two starts, with any program for SQLite, so that another officer's work
 * looks like their own or the office's.
 */

const secrets = { Ada: '271828', Bayo: '314159', Chi: '161803' } as const
/** Ada gives it to the others. */
const firstSecret = '264575'
type Name = keyof typeof secrets

/** Ada manages; Bayo has written a draft with a picture and a claim; Chi is after them. */
class Office extends ReopenedServices {
  readonly #ids = new Map<Name, string>()

  async add(name: Name): Promise<string> {
    const role = name === 'Ada' ? ('manager' as const) : ('officer' as const)
    const secret = name === 'Ada' ? secrets.Ada : firstSecret
    await this.handlers['officers:add']({ name, role, secret })
    const id = await officerId(this.services, name)
    this.#ids.set(name, id)
    return id
  }

  async signIn(name: Name): Promise<void> {
    const id = this.#ids.get(name) ?? ''
    await this.handlers['officers:leave']({ place: null })
    const secret = secrets[name]
    const signIn = this.handlers['officers:sign-in']
    let answer = await signIn({ id, secret })
    const isFirst = answer.ok && answer.value.type === 'refused'
    if (isFirst) answer = await signIn({ id, secret: firstSecret, next: secret })
    if (!answer.ok || answer.value.type !== 'done') throw new Error('not signed in')
  }

  edit(sql: string, ...values: readonly (string | null)[]): void {
    using database = new DatabaseSync(join(this.folder, 'practice', 'outbox.sqlite'))
    database.prepare(sql).run(...values)
  }

  async drafts(): Promise<readonly string[]> {
    const kept = await this.handlers['drafts:list'](undefined)
    return kept.ok ? kept.value.drafts.map(({ id }) => id) : []
  }

  async entries(): Promise<readonly string[]> {
    const listed = await this.handlers['outbox:list'](undefined)
    return listed.ok ? listed.value.map(({ id }) => id) : []
  }

  async files(claimId: string): Promise<readonly string[]> {
    const listed = await this.handlers['attachments:list']({ claimId })
    return listed.ok ? listed.value.files.map(({ id }) => id) : []
  }
}

const draft = (): Draft => ({
  id: newId(),
  product: 'keke',
  fields: { ...emptyFields(), incidentDetails: 'Made up and private.' },
  branchReference: newBranchReference(),
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  rejection: null,
})
const claim = claimSubmission()
const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(60)])

async function officeWithWork() {
  const office = new Office()
  await office.start()
  await office.handlers['engine:pause']({ paused: true })
  await office.add('Ada')
  const bayo = await office.add('Bayo')
  const chi = await office.add('Chi')
  await office.handlers['settings:change']({ sharedOutbox: false })
  await office.signIn('Bayo')
  const theirs = draft()
  const file = newId()
  await office.handlers['drafts:save']({ draft: theirs, isNew: true, isOpen: false })
  const [claimId, part, size] = [theirs.id, picture.toString('base64'), picture.length]
  await office.handlers['attachments:add-part']({
    id: file,
    claimId,
    name: 'a.jpg',
    size,
    photos: null,
    field: null,
    index: 0,
    part,
  })
  expect(await office.files(theirs.id)).toEqual([file])
  await office.handlers['outbox:accept'](claim)
  await office.signIn('Chi')
  const own = draft()
  await office.handlers['drafts:save']({ draft: own, isNew: true, isOpen: false })
  return { office, bayo, chi, theirs, own, file }
}

describe('an edited owner', () => {
  it.each(['another officer', 'the office'] as const)('shows the work to no one else: %s', async (who) => {
    const { office, chi, theirs, own, file } = await officeWithWork()
    await office.stop()
    const owner = who === 'the office' ? null : chi
    office.edit('UPDATE draft SET officer_id = ?', owner)
    office.edit('UPDATE entry SET officer_id = ?', owner)
    office.edit('UPDATE attachment SET claim_id = ?', own.id)
    await office.start()

    await office.signIn('Chi')
    expect(await office.drafts()).toEqual([own.id])
    expect(
      await office.handlers['drafts:save']({
        draft: { ...own, id: theirs.id },
        isNew: false,
        isOpen: false,
      }),
    ).toMatchObject({
      ok: false,
    })
    expect(await office.entries()).toEqual([])
    expect(await office.handlers['outbox:entry']({ id: claim.id })).toMatchObject({ ok: false })
    expect(await office.handlers['outbox:to-draft']({ id: claim.id })).toMatchObject({ ok: false })
    expect(await office.files(own.id)).toEqual([])
    expect(await office.handlers['attachments:part']({ id: file, index: 0 })).toMatchObject({ ok: false })

    await office.signIn('Bayo')
    expect(await office.drafts()).toEqual([theirs.id])
    expect(await office.entries()).toEqual([claim.id])
  })

  it('is not had by a claim under the id of a draft', async () => {
    const { office, theirs } = await officeWithWork()
    const taken = await office.handlers['outbox:accept']({ ...claimSubmission(), id: theirs.id })
    expect(taken).toMatchObject({ ok: false })
    expect(await office.files(theirs.id)).toEqual([])
    await office.signIn('Bayo')
    expect(await office.drafts()).toEqual([theirs.id])
  })

  it('does not make an office without officers of one whose list was deleted', async () => {
    const { office } = await officeWithWork()
    await office.stop()
    rmSync(join(office.folder, 'officers.json'))
    office.edit('UPDATE entry SET officer_id = NULL')
    office.edit('UPDATE draft SET officer_id = NULL')
    await office.start()
    expect(await office.drafts()).toEqual([])
    expect(await office.entries()).toEqual([])
    const status = await office.handlers['app:status'](undefined)
    expect(status).toMatchObject({ ok: true, value: { officers: { type: 'unreadable' } } })
  })
})
