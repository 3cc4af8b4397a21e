import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { attachmentFields, attachmentLimits } from '#shared/domain/attachment.ts'
import { emptyFields } from '#shared/domain/draft.ts'
import { newId } from '#shared/domain/identifier.ts'
import { createTestAuthority } from '#testing/insurer-client/test-certificate.ts'
import {
  runTestInsurer,
  samplePolicies,
  testAccessKey,
  testStoreAt,
  type TestInsurer,
} from '#testing/insurer/test-insurer.ts'
import { madeUpClaim, submissionWithFiles } from '#testing/outbox/made-up.ts'
import { loopbackPort } from '#testing/platform/loopback-port.ts'
import { AppPage } from '../../e2e/pages/app-page.ts'
import { asTimePasses } from '../../e2e/support/as-time-passes.ts'
import { accept } from '../../e2e/support/connected.ts'
import { keyringOfFile } from '../../e2e/support/keyrings.ts'
import { request } from '../../e2e/support/request.ts'
import { runToEnd } from '../../e2e/support/run-to-end.ts'
import { setUpPassphrase } from '../../e2e/support/set-up-file.ts'
import { StandInApp } from '../../e2e/support/stand-in-app.ts'
import { startTlsFront, type TlsFront } from '../../e2e/support/tls-front.ts'
import type { FleetFile } from '../../scripts/head-office/fleet-file.ts'
import { sealSetUp, setUpContent } from '../../scripts/head-office/make-files.ts'
import { newFleet } from '../../scripts/head-office/new-fleet.ts'
import type { Figure, Line, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'

const claims = 20
/** A photo once it was made smaller. */
const photoBytes = 300_000
const hours = 9
const minuteMs = 60_000
const photosMb = (claims * attachmentFields.length * photoBytes) / 1e6

/** A line to one of the servers, and the bytes that went over it both ways, TLS included. */
class CountedLine {
  bytes = 0
  readonly #front: TlsFront
  readonly #server = createServer((client) => {
    const behind = connect(Number(new URL(this.#front.origin).port), '127.0.0.1')
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.on('data', ({ length }) => (this.bytes += length))
      one.pipe(other)
      one.on('error', () => other.destroy())
    }
  })

  constructor(front: TlsFront) {
    this.#front = front
  }

  async open(): Promise<string> {
    return `https://127.0.0.1:${await loopbackPort(this.#server)}`
  }

  async close(): Promise<void> {
    this.#server.close()
    await this.#front.close()
  }
}

/** MB of a day, by where they went. */
interface Day {
  readonly insurer: number
  readonly store: number
  readonly statuses: number
  readonly backup: number
  readonly feed: number
  readonly readings: number
  readonly statusWrites: number
}

const isBackup = ({ name }: { readonly name: string }): boolean => name.endsWith('.cdbackup')

async function dayIn(folder: string): Promise<Day> {
  const insurer = await runTestInsurer({ file: null })
  const office = await runTestInsurer({ file: null })
  // No stranger may open what is in head office's bucket.
  office.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
  const authority = createTestAuthority()
  const certificate = join(folder, 'office.pem')
  await writeFile(certificate, authority.cert)
  const lineTo = async ({ port }: TestInsurer) =>
    new CountedLine(await startTlsFront(port, authority.issue(['127.0.0.1'])))
  const lines = {
    insurer: await lineTo(insurer),
    store: await lineTo(insurer),
    office: await lineTo(office),
    feed: await lineTo(office),
  }
  const setUp = await setUpFile(folder, insurer, {
    insurer: await lines.insurer.open(),
    store: await lines.store.open(),
    office: await lines.office.open(),
    feed: await lines.feed.open(),
  })
  const keyring = await keyringOfFile(folder)
  await keyring.become('present')
  const options = { ...keyring.startWith, env: { NODE_EXTRA_CA_CERTS: certificate } }
  const dataDir = join(folder, 'desk')
  const ended = await runToEnd(dataDir, setUp, options)
  if (ended.code !== 0) throw new Error(ended.printed)
  for (const line of Object.values(lines)) line.bytes = 0
  const putsBefore = office.fileStore.requests('put')
  const listed = insurer.claims('keke').length
  const app = await StandInApp.launch(dataDir, options)
  try {
    const appPage = new AppPage(await app.window())
    for (const [n, policy] of samplePolicies('keke').slice(0, claims).entries()) {
      await submit(appPage, policy)
      for (let minute = 0; minute < (hours * 60) / claims; minute += 1) await app.passTime(minuteMs)
      await asTimePasses(app, 1000, () => insurer.claims('keke').length > listed + n)
      if (n % 3 > 0) continue
      await appPage.goTo('Today')
      await appPage.showClaims()
    }
    const statusWrites = office.fileStore.requests('put') - putsBefore
    // One of the day's beginning, which has little in it, came by itself.
    const early = office.files().filter(isBackup)
    const before = lines.office.bytes
    const statuses = early.reduce((rest, { bytes }) => rest - bytes.length, before)
    const trouble = await request(appPage.page, 'office:backup-now')
    if (trouble !== null) throw new Error(trouble)
    const mb = (bytes: number): number => bytes / 1e6
    return {
      insurer: mb(lines.insurer.bytes),
      store: mb(lines.store.bytes),
      statuses: mb(statuses),
      backup: mb(lines.office.bytes - before),
      feed: mb(lines.feed.bytes),
      readings: insurer.arrivals('list-keke-claims'),
      statusWrites: statusWrites - early.length,
    }
  } finally {
    await app.kill()
    for (const line of Object.values(lines)) await line.close()
    await insurer.close()
    await office.close()
  }
}

/** Writes a branch's set-up file. @returns what takes it in */
async function setUpFile(
  folder: string,
  insurer: TestInsurer,
  at: Readonly<Record<'insurer' | 'store' | 'office' | 'feed', string>>,
): Promise<readonly string[]> {
  const [file, typed] = [join(folder, 'Ikeja.cdsetup'), join(folder, 'typed')]
  const { links: _links, ...officeStore } = testStoreAt(at.office)
  const fileStore = { store: testStoreAt(at.store), accessKey: testAccessKey }
  const head = {
    version: 1,
    ...newFleet(),
    backupSalts: [randomBytes(32).toString('base64')],
    officeStore: { store: officeStore, accessKey: testAccessKey },
    places: [{ environment: 'live', baseUrl: at.insurer, key: insurer.key, fileStore }],
    settings: { updateFeed: at.feed },
  } as const satisfies FleetFile
  const content = setUpContent(head, { name: 'Ikeja', officers: [] }, { validDays: 1, now: new Date() })
  const cost = { cost: 2 ** 12, blockSize: 8, parallelization: 1 }
  await writeFile(file, await sealSetUp(content, setUpPassphrase, head.privateKey, cost))
  await writeFile(typed, setUpPassphrase)
  return [`--set-up=${file}`, `--passphrase-file=${typed}`]
}

/** Submits a claim with a photo in each of its slots. */
async function submit(appPage: AppPage, policyNumber: string): Promise<void> {
  const files = attachmentFields.map((field) => {
    const bytes = randomBytes(photoBytes)
    bytes.set([0xff, 0xd8, 0xff, 0xe0])
    return { name: `${field}.jpg`, bytes }
  })
  const id = await keepDraft(appPage.page, policyNumber, files)
  await accept(appPage, [{ ...submissionWithFiles(attachmentFields, { policyNumber }), id }])
}

function line(what: string, most: number, runs: readonly number[]): Line {
  return { what, against: '', unit: 'MB', goal: { bound: 'at most', value: most, judged: 'worst' }, runs }
}

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const days: Day[] = []
  for (let run = 0; run < runs; run += 1) days.push(await dayIn(await mkdtemp(join(folder, 'day-'))))
  const each = (of: (day: Day) => number): readonly number[] => days.map(of)
  const middle = (of: (day: Day) => number): string => numberText(median(each(of)))
  return {
    lines: [
      line(
        `file store: ${photosMb} MB of photos`,
        photosMb * 1.03,
        each(({ store }) => store),
      ),
      line(
        'insurer',
        4,
        each(({ insurer }) => insurer),
      ),
      line(
        'statuses',
        1.4,
        each(({ statuses }) => statuses),
      ),
      line(
        'a backup with all of it',
        photosMb * 1.03,
        each(({ backup }) => backup),
      ),
      line(
        'update feed',
        0.02,
        each(({ feed }) => feed),
      ),
    ],
    notes: [
      `Both ways, TLS included, uncompressed: ${claims} claims with four photos of ${photoBytes / 1000} kB in ${hours} hours; two lists of 48 claims, read ${middle(({ readings }) => readings)} times; ${middle(({ statusWrites }) => statusWrites)} statuses.`,
    ],
  }
}

/** What a computer sends and gets on a busy day, to whom. */
export const figure: Figure = { name: 'day', title: 'A day of a branch', needsBuild: true, measure }

/** Has main keep a draft with a file for each field, as the form does. @returns its id */
async function keepDraft(
  page: Page,
  policyNumber: string,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<string> {
  const { repairEstimate, ...claim } = madeUpClaim({ policyNumber })
  const links = Object.fromEntries(attachmentFields.map((field) => [field, '']))
  const at = new Date().toISOString()
  const claimId = newId()
  const draft = {
    id: claimId,
    product: 'keke',
    fields: { ...emptyFields(), ...claim, ...links, repairEstimate: String(repairEstimate) },
    branchReference: '7F3K-92QD',
    createdAt: at,
    updatedAt: at,
    rejection: null,
  } as const
  await request(page, 'drafts:save', { draft, isNew: true, isOpen: false })
  for (const [n, { name, bytes }] of files.entries()) {
    const file = { id: newId(), claimId, name, size: bytes.length, photos: null }
    for (let index = 0; index * attachmentLimits.part < bytes.length; index += 1) {
      const part = bytes.subarray(index * attachmentLimits.part, (index + 1) * attachmentLimits.part)
      await request(page, 'attachments:add-part', {
        ...file,
        field: attachmentFields[n] ?? null,
        index,
        part: part.toString('base64'),
      })
    }
  }
  return claimId
}
