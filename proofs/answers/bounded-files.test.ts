import { afterEach, beforeEach, expect, it } from 'vitest'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newComputerNumber } from '#shared/domain/computer-number.ts'
import { newId } from '#shared/domain/identifier.ts'
import { textOfContent, type BackupContent, type BackupEntry } from '#main/office/backup/backup-content.ts'
import { forgeBackup, forgedFile, forgeText } from '#testing/backups/forged-backup.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'
import { aPicture } from '#testing/attachments/attachment-store.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { proofSize } from '#testing/proof.ts'
import { costOf, mostMoreBytes, mostTurn } from './watch-turns.ts'

/*
 * A manager chooses any file as a backup, and knows the passphrase that somebody told. Main reads it, opens it, takes it
 * in and writes one of its own, and goes on with everything else meanwhile.
 */
const at = '2026-11-20T09:00:00.000Z'

let computers: TestComputers
let one: TestComputer
beforeEach(() => {
  computers = new TestComputers()
  one = computers.add()
})
afterEach(() => {
  computers.close()
})

function entryWith(change: Partial<BackupEntry> = {}): BackupEntry {
  const { id, body } = claimSubmission()
  const tried = { openedAt: at, closedAt: at, outcome: 'uncertain/timeout', serverMessage: 'Made up words.' }
  const note = {
    kind: 'looked',
    detail: 'details',
    afterAttempt: 1,
    firstAt: at,
    lastAt: at,
    times: 9,
  } as const
  return {
    id,
    officerId: null,
    acceptedAt: at,
    attempts: 2,
    body,
    state: { name: 'delivered', at, proof: 'list', claimId: null, serverMessage: 'Made up words.' },
    firstAttemptAt: at,
    sends: 1,
    tries: [tried, tried],
    notes: [note, note, note],
    rows: [],
    candidates: [],
    followUp: null,
    ...change,
  }
}

const contentOf = (entries: readonly BackupEntry[]): BackupContent => ({
  ...{ id: newId(), from: newComputerNumber(), entries, drafts: [], files: [] },
})
const genuine = (n: number): BackupContent => contentOf(Array.from({ length: n }, () => entryWith()))

/** One of our own with something more at its end. */
const ended = async (more: string, n = 1): Promise<Buffer> =>
  Buffer.concat([await textOfContent(genuine(n)), Buffer.from(more)])
const mb = (megabytes: number, part: string): string => part.repeat((megabytes * 1_000_000) / part.length)
/** As long as a line may be, and almost one of ours. */
const dear = (part: string): string => `{"draft":{"a":[${mb(0.79, part)}0]}}\n`
const barely = `{"draft":{"a":[${'{},'.repeat(6000)}"${mb(0.77, String.raw`\\`)}"]}}\n`
const longHistory = (): BackupContent => {
  const [tried] = entryWith().tries
  return contentOf([
    entryWith({ tries: tried === undefined ? [] : Array.from({ length: 50_000 }, () => tried) }),
  ])
}

const refused = (): BackupEntry => {
  const reasons = Array.from({ length: 1900 }, (_none, n) => [`f${n}`, [`${n}`]])
  const fieldErrors = Object.fromEntries(reasons) as Record<string, string[]>
  return entryWith({ state: { name: 'rejected', at, serverMessage: '', fieldErrors, forbidden: false } })
}

type Text = () => Promise<Buffer>
/** The dearest first. */
const texts: readonly (readonly [name: string, answer: string, text: Text])[] = [
  ['of 4,000 entries', 'taken-in', () => textOfContent(genuine(4000))],
  ['of an entry with 50,000 attempts', 'taken-in', () => textOfContent(longHistory())],
  ['with 60 MB of {},', 'newer', () => ended(`{"entry":[${mb(60, '{},')}`)],
  ['with brackets within brackets', 'newer', () => ended(mb(8, '['))],
  ['with one long text', 'newer', () => ended(`{"draft":"${mb(8, 'x')}"}\n`)],
  ['with escapes', 'newer', () => ended(`{"draft":"${mb(8, String.raw`\u0041`)}"}\n`)],
  ['of empty lines', 'newer', () => ended(mb(8, '\n'))],
  ['with a long line of {},', 'newer', () => ended(dear('{},'))],
  ['with a long line of [],', 'newer', () => ended(dear('[],'))],
  ['with a long line of texts', 'newer', () => ended(dear('"",'))],
  ['with a long line of numbers', 'newer', () => ended(dear('0,'))],
  ['with a line that is just read', 'newer', () => ended(barely)],
  ['with 1,900 reasons of a refusal', 'taken-in', () => textOfContent(contentOf([refused()]))],
  ['that is none at its end', 'newer', () => ended('{"draft":{}}\n', 4000)],
]

/** Chooses, opens and takes in what is on the stick. */
async function taken(): Promise<string> {
  const file = await one.backups.chosen.choose(computers.stick)
  if (file.type === 'refused') return file.why.type
  const opened = valueOf(await one.backups.chosen.open(passphrase))
  if (opened.type === 'refused') return opened.why.type
  return valueOf(await one.backups.takeIn(() => false)).type
}

/** What came of it; fails where it held up main, or took more memory than there may be. */
async function bounded<T>(file: string, work: () => Promise<T>): Promise<T> {
  const { made, longest, mostBytes } = await costOf({ file }, work)
  expect(longest).toBeLessThan(mostTurn)
  expect(mostBytes).toBeLessThan(mostMoreBytes)
  return made
}

it.each(texts.slice(0, proofSize('CLAIMS_DESK_BOUNDED_FILES', { short: 3, long: texts.length })))(
  'a backup %s holds up main at no step',
  async (name, answer, text) => {
    await forgeText(computers.stick, await text())
    expect(await bounded(name, taken)).toBe(answer)
  },
  180_000,
)

it('nor does one with photos', async () => {
  const draft = newId()
  const photos = Array.from({ length: attachmentLimits.filesOfClaim }, () =>
    forgedFile(draft, aPicture(500_000)),
  )
  await forgeBackup(computers.stick, draft, photos)
  expect(await bounded('with photos', taken)).toBe('taken-in')
}, 180_000)

it('nor does one that is written, nor counting what will be in it', async () => {
  await forgeText(computers.stick, await textOfContent(genuine(4000)))
  expect(await taken()).toBe('taken-in')
  const status = await bounded('counted', () => one.backups.status())
  expect(valueOf(status).now.settled).toBe(4000)
  expect((await bounded('written', () => one.write())).counts.settled).toBe(4000)
}, 180_000)
