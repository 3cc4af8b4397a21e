import { expect, it } from 'vitest'
import { ok } from '#shared/result.ts'
import type { AppServices } from '#main/app/services.ts'
import { quietSurroundings } from '#main/app/testing/quiet-surroundings.ts'
import { startOffice } from './office.ts'

/* Who chooses the passphrase of scheduled backups can read every officer's drafts in them, and others no longer can. */

interface Asked extends AppServices {
  /** How often main asked a person, in its own dialog. */
  readonly asked: () => number
}

async function officeThat(says: boolean): Promise<Asked> {
  const state = { asked: 0 }
  const office = await startOffice({
    backupQuestions: {
      ...quietSurroundings.backupQuestions,
      mayReplacePassphrase: () => {
        state.asked += 1
        return Promise.resolve(says)
      },
    },
  })
  return { ...office, asked: () => state.asked }
}

const set = ({ handlers }: AppServices, passphrase: string) =>
  handlers['office:backup-passphrase']({ passphrase })
const first = 'four lakes under a made-up moon'
const second = 'seven hills beside a made-up sea'

it('is replaced by no script: main asks a person in a dialog of its own', async () => {
  const office = await officeThat(false)
  expect(await set(office, first)).toEqual(ok('set'))
  expect(office.asked()).toBe(0)
  expect(await set(office, second)).toEqual(ok('cancelled'))
  expect(office.asked()).toBe(1)
})

it('is replaced where a person says so', async () => {
  const office = await officeThat(true)
  await set(office, first)
  expect(await set(office, second)).toEqual(ok('set'))
  expect(office.asked()).toBe(1)
})

it('of head office is not replaced here', async () => {
  const office = await officeThat(true)
  await office.office.givePassphrase(first)
  expect(await set(office, second)).toEqual(ok('set-by-head-office'))
  expect(office.asked()).toBe(0)
})

it('of head office is not replaced by a question that was open when it came', async () => {
  const open = Promise.withResolvers<boolean>()
  const office = await startOffice({
    backupQuestions: { ...quietSurroundings.backupQuestions, mayReplacePassphrase: () => open.promise },
  })
  await set(office, first)
  const asked = set(office, second)
  await office.office.givePassphrase('nine rivers of a made-up king')
  open.resolve(true)
  expect(await asked).toEqual(ok('set-by-head-office'))
})
