import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AppServices } from '#main/app/services.ts'
import { newPlace, startOffice, usedPlace, type Place } from './office.ts'
import { insurer, key, thief } from './servers.ts'

/*
 * Somebody who can write into the folder leads the next start to a server of their own and removes the key, so that a
 * manager types it again. Nobody answers main's question. That server must not get the key that was typed.
 */
const nobodyAnswers = { confirmAddress: () => Promise.resolve(false) } as const

const usedOffice = async (): Promise<Place> => await usedPlace((await insurer()).url)

function remove({ folder }: Place, ...names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true })
}

function lead({ folder }: Place, url: string): void {
  const settings = { configured: true, environment: 'live', sandboxBaseUrl: url, liveBaseUrl: url }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
}

async function typeTheKey({ handlers }: AppServices, baseUrl: string): Promise<void> {
  await handlers['key:set']({ key })
  await handlers['connection:check'](undefined)
  await handlers['environment:connect']({ environment: 'live', baseUrl, key, evenOffline: false })
  await handlers['connection:check'](undefined)
}

it('after all that shows a used office was removed', async () => {
  const place = await usedOffice()
  const { url, got } = await thief()
  remove(place, 'data-key.json', 'settings.sealed', 'practice', 'sandbox', 'live', 'keys')
  lead(place, url)
  await typeTheKey(await startOffice(nobodyAnswers, place), url)
  expect(got).toEqual([])
})

it('while the data key cannot be opened', async () => {
  const place = await usedOffice()
  const { url, got } = await thief()
  remove(place, 'keys')
  lead(place, url)
  writeFileSync(join(place.folder, 'data-key.json'), '{}')
  await typeTheKey(await startOffice(nobodyAnswers, place), url)
  expect(got).toEqual([])
})

it('in a whole folder of their own, made where no keyring is', async () => {
  const { url, got } = await thief()
  const place = newPlace()
  place.store.available = false
  const settings = { configured: true, environment: 'live', sandboxBaseUrl: '', liveBaseUrl: url }
  writeFileSync(join(place.folder, 'settings.json'), JSON.stringify(settings))
  const theirs = await startOffice(nobodyAnswers, place)
  await theirs.workspace.close()
  place.store.available = true
  await typeTheKey(await startOffice(nobodyAnswers, place), url)
  expect(got).toEqual([])
})
