import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FleetPlace } from '#main/office/head-office/fleet-content.ts'
import { testAccessKey, testStoreAt, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import type { FleetFile } from '../../scripts/head-office/fleet-file.ts'
import { sealSetUp, setUpContent } from '../../scripts/head-office/make-files.ts'
import { newFleet } from '../../scripts/head-office/new-fleet.ts'

export const setUpPassphrase = 'seven rivers in a made-up valley'

interface Wish {
  readonly place: Pick<FleetPlace, 'environment' | 'baseUrl' | 'key'>
  /** Whether the branch has an officer, who is its manager. */
  readonly hasOfficer?: boolean
  readonly updateFeed?: string
  /** Has head office's bucket, which no stranger opens. */
  readonly bucketAt?: TestInsurer
}

interface MadeFile {
  readonly file: string
  readonly firstPin: string
  /** Head office's own file. */
  readonly office: FleetFile
}

/** Writes the set-up file of a branch, Ikeja, into a folder. */
export async function makeSetUpFile(folder: string, wish: Wish): Promise<MadeFile> {
  const { place, hasOfficer = true, updateFeed = null, bucketAt = null } = wish
  const now = new Date()
  const office: FleetFile = {
    version: 1,
    ...newFleet(),
    officeStore: bucketAt === null ? null : closedBucket(bucketAt),
    places: [{ ...place, fileStore: null }],
    settings: updateFeed === null ? {} : { updateFeed },
  }
  const officers = hasOfficer ? [{ name: 'Ada Test', role: 'manager' as const }] : []
  const content = setUpContent(office, { name: 'Ikeja', officers }, { validDays: 30, now })
  const cost = { cost: 2 ** 12, blockSize: 8, parallelization: 1 }
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'Ikeja.cdsetup')
  await writeFile(file, await sealSetUp(content, setUpPassphrase, office.privateKey, cost))
  return { file, firstPin: content.branch?.officers[0]?.firstPin ?? '', office }
}

function closedBucket({ fileStore, port }: TestInsurer): NonNullable<FleetFile['officeStore']> {
  fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
  const { links: _links, ...store } = testStoreAt(port)
  return { store, accessKey: testAccessKey }
}
