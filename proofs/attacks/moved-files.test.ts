import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { loadFleet } from '#main/office/head-office/kept-fleet.ts'
import { answering, fleetFile, passphrase } from '#testing/head-office/head-office.ts'
import { createBackupPassphrase } from '#main/platform/keys/backup-passphrase.ts'
import { createKeyVault } from '#main/platform/keys/key-vault.ts'
import { createProxyLoginVault } from '#main/platform/keys/proxy-login.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { keysIn, secretsIn } from '#testing/keys/secrets.ts'
import { createOfficersFile } from '#main/office/officers/kept-officers.ts'
import { createSealedSettings } from '#main/office/settings/settings-file.ts'
import { insurer, Office } from '#testing/app/office.ts'
import type { TestStore } from '#testing/keys/store.ts'

/*
 * Whoever can write into the folder, and can have the application seal something by its own screens, puts one sealed
 * file, or what is sealed in it, into the place of another: a passphrase as the data key, the sandbox's key as live's.
 */
const proxy = 'http://proxy.example:3128'

interface Place {
  readonly folder: string
  readonly store: TestStore
}

/** What opens each sealed file of an installation. */
const readers: Readonly<Record<string, (place: Place) => Promise<boolean>>> = {
  'data-key.json': async ({ folder, store }) => (await keysIn(folder, store)()) !== null,
  'settings.sealed': async ({ folder, store }) =>
    (await createSealedSettings(folder, keysIn(folder, store)).load()).type === 'open',
  'officers.json': async ({ folder, store }) =>
    (await createOfficersFile(folder, keysIn(folder, store)).load()).type === 'open',
  'head-office.json': async ({ folder, store }) =>
    (await loadFleet(folder, secretsIn(folder, store).secretsKey)) !== null,
  'keys/backup.json': async ({ folder, store }) =>
    (await createBackupPassphrase(secretsIn(folder, store)).read()) !== null,
  'keys/proxy.json': async ({ folder, store }) =>
    (await createProxyLoginVault(secretsIn(folder, store)).read(proxy)) !== null,
  ...Object.fromEntries(
    (['sandbox', 'live'] as const).flatMap((environment) =>
      (['insurer', 'file-store'] as const).map((keysFor) => [
        `keys/${environment}${keysFor === 'insurer' ? '' : '-file-store'}.json`,
        async ({ folder, store }: Place) =>
          (await createKeyVault({ ...secretsIn(folder, store), keysFor }).readAll(environment)).length > 0,
      ]),
    ),
  ),
}

/** An office with everything that is ever sealed. */
async function office(): Promise<Place> {
  const one = await Office.open({ setUpDialogs: answering(true) })
  const { file } = await fleetFile({ baseUrl: (await insurer()).url })
  await one.services.setUp.choose(file)
  expect(await one.services.setUp.takeIn(passphrase)).toMatchObject({ value: { type: 'set-up' } })
  await one.stop()
  const secrets = secretsIn(one.folder, one.store)
  for (const keysFor of ['insurer', 'file-store'] as const) {
    const vault = createKeyVault({ ...secrets, keysFor })
    for (const environment of ['sandbox', 'live'] as const)
      await vault.set(environment, { origin: 'https://insurer.example', key: 'made up' })
  }
  await createProxyLoginVault(secrets).set({ proxy, name: 'made-up', password: 'made up' })
  await createBackupPassphrase(secrets).set(passphrase, 'here')
  return one
}

const Fields = v.pipe(v.string(), v.parseJson(), v.looseObject({}))
const fieldsOf = (path: string): Record<string, unknown> => v.parse(Fields, readFileSync(path, 'utf8'))

it('every sealed file opens in its own place, and nothing opens in another’s', async () => {
  const place = await office()
  const names = Object.keys(readers)
  for (const [name, opens] of Object.entries(readers)) expect(await opens(place), name).toBe(true)
  const opened: string[] = []
  for (const [to, opens] of Object.entries(readers)) {
    for (const from of names.filter((name) => name !== to)) {
      for (const what of ['the file', 'what is sealed'] as const) {
        const folder = createTestFolder()
        cpSync(place.folder, folder, { recursive: true })
        const target = join(folder, to)
        if (what === 'the file') cpSync(join(folder, from), target)
        else {
          const { sealed } = fieldsOf(join(folder, from))
          writeFileSync(target, JSON.stringify({ ...fieldsOf(target), sealed }))
        }
        if (await opens({ folder, store: place.store })) opened.push(`${what} of ${from} as ${to}`)
      }
    }
  }
  expect(opened).toEqual([])
})
