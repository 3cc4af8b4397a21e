import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '#shared/domain/identifier.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import type { FleetFile } from '../../scripts/head-office/fleet-file.ts'
import type { FleetContent, FleetPlace } from '#main/office/head-office/fleet-content.ts'
import type { SetUpDialogs } from '#main/shell/questions.ts'
import { sealSetUp, setUpContent } from '../../scripts/head-office/make-files.ts'
import { newFleet } from '../../scripts/head-office/new-fleet.ts'

export const key = 'made-up-key-of-the-insurer'
export const passphrase = 'seven rivers in a made-up valley'
/** Enough for a test: nobody guesses at these. */
export const cheap = { cost: 2 ** 8, blockSize: 8, parallelization: 1 }

/** The person at the computer, who answers main's question. */
export const answering = (answer: boolean): SetUpDialogs => ({
  choose: () => Promise.resolve(null),
  ask: () => Promise.resolve(answer),
  tell: () => Promise.resolve(0),
})

interface Wish {
  readonly baseUrl: string
  readonly key?: string
  readonly settings?: FleetFile['settings']
  readonly validDays?: number
}

/** Head office with one live environment. */
export function headOffice({ baseUrl, key: accepted = key, settings = {} }: Wish): FleetFile {
  const place: FleetPlace = { environment: 'live', baseUrl, key: accepted, fileStore: null }
  return {
    version: 1,
    ...newFleet(),
    officeStore: null,
    places: [place],
    settings,
  }
}

/** A set-up file for a branch of two officers, with what is in it. */
export async function fleetFile(
  wish: Wish,
  office: FleetFile = headOffice(wish),
): Promise<{
  readonly file: string
  readonly office: FleetFile
  readonly content: FleetContent
  readonly pins: Readonly<Record<'Ada' | 'Bayo', string>>
}> {
  const branch = {
    name: 'Ikeja',
    officers: [
      { name: 'Ada', role: 'manager' as const },
      { name: 'Bayo', role: 'officer' as const },
    ],
  }
  const content = setUpContent(office, branch, { validDays: wish.validDays ?? 30, now: new Date() })
  const file = join(createTestFolder(), `${newId()}.cdsetup`)
  writeFileSync(file, await sealSetUp(content, passphrase, office.privateKey, cheap))
  const pinOf = (name: string): string =>
    content.branch?.officers.find((one) => one.name === name)?.firstPin ?? ''
  return { file, office, content, pins: { Ada: pinOf('Ada'), Bayo: pinOf('Bayo') } }
}

/** The same, its path alone. */
export async function setUpFile(wish: Wish): Promise<string> {
  return (await fleetFile(wish)).file
}
