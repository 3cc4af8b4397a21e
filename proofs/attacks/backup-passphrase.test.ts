import { expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { AppServices } from '#main/app/services.ts'
import { startOffice, statusOf } from './office.ts'

/* Who chooses the passphrase of scheduled backups can read every officer's drafts in them, and others no longer can. */

interface Asked extends AppServices {
  /** What main asked a person, in its own dialog. */
  readonly asked: readonly string[]
}

async function officeThat(...says: readonly boolean[]): Promise<Asked> {
  const asked: string[] = []
  const office = await startOffice({
    ask: ({ message }) => Promise.resolve(says[asked.push(message) - 1] ?? false),
  })
  return { ...office, asked }
}

const set = ({ handlers }: AppServices, passphrase: string) =>
  handlers['office:backup-passphrase']({ passphrase })
const first = 'four lakes under a made-up moon'
const second = 'seven hills beside a made-up sea'
const declined = err({ type: 'declined' })

it('is chosen and replaced by no script: main asks a person in a dialog of its own', async () => {
  const office = await officeThat(false, true, false)
  expect(await set(office, first)).toEqual(declined)
  expect((await statusOf(office)).forHeadOffice.backup.passphrase).toBe('none')
  expect(await set(office, first)).toEqual(ok('set'))
  expect(await set(office, second)).toEqual(declined)
  expect(office.asked).toEqual([
    expect.stringContaining('under this passphrase'),
    expect.stringContaining('under this passphrase'),
    expect.stringContaining('Replace the passphrase'),
  ])
})

it('is replaced where a person says so', async () => {
  const office = await officeThat(true, true)
  await set(office, first)
  expect(await set(office, second)).toEqual(ok('set'))
  expect(office.asked).toHaveLength(2)
})

it('of head office is not replaced here', async () => {
  const office = await officeThat(true)
  await office.office.givePassphrase(first)
  expect(await set(office, second)).toEqual(ok('set-by-head-office'))
  expect(office.asked).toEqual([])
})

it('of head office is not replaced by a question that was open when it came', async () => {
  const open = Promise.withResolvers<boolean>()
  const office = await startOffice({ ask: () => open.promise })
  const asked = set(office, second)
  await office.office.givePassphrase('nine rivers of a made-up king')
  open.resolve(true)
  expect(await asked).toEqual(ok('set-by-head-office'))
})
