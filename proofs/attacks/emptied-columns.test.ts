import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newId } from '#shared/domain/identifier.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import type { AppServices } from '#main/app/services.ts'
import { newPlace, startOffice, type Place } from './office.ts'

/*
 * Someone who can write into the folder removes the list of officers, and from the outbox file everything that shows
 * in the open that officers worked here. What they captured is sealed with their names on it.
 */

const secret = '271828'
const claim = claimSubmission()

/** An office whose manager has captured a claim, closed, without a list and with nothing of it in plain columns. */
async function emptied(): Promise<Place> {
  const place = newPlace()
  const office = await startOffice({}, place)
  await office.handlers['engine:pause']({ paused: true })
  await office.handlers['officers:add']({ name: 'Ada', role: 'manager', secret })
  expect(await office.handlers['outbox:accept'](claim)).toMatchObject({ ok: true })
  expect(await seen(office)).toEqual([claim.id])
  await office.workspace.close()
  rmSync(join(place.folder, 'officers.json'))
  using database = new DatabaseSync(join(place.folder, 'practice', 'outbox.sqlite'))
  // A settled entry is not opened at the start.
  database.exec(`UPDATE entry SET officer_id = NULL, state = 'delivered', settled_at = accepted_at`)
  return place
}

/** The claims that any of these ways shows. */
async function seen({ handlers }: AppServices): Promise<readonly string[]> {
  const listed = await handlers['outbox:list'](undefined)
  const one = await handlers['outbox:entry']({ id: claim.id })
  const files = await handlers['attachments:list']({ claimId: claim.id })
  const draft = await handlers['outbox:to-draft']({ id: newId() })
  const inList = listed.ok ? listed.value.map(({ id }) => id) : []
  const alone = [one, files, draft].flatMap((answer) => (answer.ok ? [claim.id] : []))
  return [...new Set([...inList, ...alone])]
}

it('does not show it to whoever starts without officers', async () => {
  expect(await seen(await startOffice({}, await emptied()))).toEqual([])
})

it('does not show it to whoever makes themselves a manager then', async () => {
  const office = await startOffice({}, await emptied())
  await office.handlers['officers:add']({ name: 'Mallory', role: 'manager', secret: '577215' })
  expect(await seen(office)).toEqual([])
})
