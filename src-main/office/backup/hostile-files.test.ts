import { execFileSync } from 'node:child_process'
import { beforeEach, expect, it } from 'vitest'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import { defaultSettings } from '#shared/settings.ts'
import { carriedOf } from '#main/office/settings/carried-settings.ts'
import { aPicture, at } from '#testing/attachments/attachment-store.ts'
import { openBackup, readBackup, textOfBackup } from './backup-format.ts'
import { forgeBackup, forgedFile, forgeText, type ForgedFile } from '#testing/backups/forged-backup.ts'
import { passphrase, TestComputers, valueOf, type TestComputer } from '#testing/backups/test-computers.ts'

let computers: TestComputers
let one: TestComputer
const draftId = newId()

beforeEach(() => {
  computers = new TestComputers()
  one = computers.add()
})

const forge = (files: readonly ForgedFile[], options = {}): Promise<void> =>
  forgeBackup(computers.stick, draftId, files, options)

async function answer(): Promise<string> {
  const chosen = await one.backups.chosen.choose(computers.stick)
  if (chosen.type === 'refused') return chosen.why.type
  const opened = valueOf(await one.backups.chosen.open(passphrase))
  return opened.type === 'refused' ? opened.why.type : opened.type
}

it.each([
  ['more files of a claim than can be added', 'damaged', 21, {}],
  ['a file of a claim that is not in it', 'damaged', 1, { claimId: newId() }],
  ['a file twice', 'damaged', 2, { id: newId() }],
  ['a file that is too large', 'newer', 1, { size: attachmentLimits.fileSize + 1 }],
  ['an empty file', 'newer', 1, { size: 0 }],
  ['a kind that cannot be added', 'newer', 1, { kind: 'exe' }],
  ['an endless name', 'newer', 1, { name: 'a'.repeat(10_000) }],
  ['a file from outside', 'newer', 1, { id: '../../outbox.sqlite' }],
] as const)('with %s is refused', async (_what, why, count, change) => {
  const files = Array.from({ length: count }, () => forgedFile(draftId, aPicture(100), change))
  await forge(files)
  expect(await answer()).toBe(why)
  expect(one.sealed()).toEqual([])
})

it('with more bytes of files than it lists is refused', async () => {
  await forge([forgedFile(draftId, aPicture())], { extraBytes: 5000 })
  expect(await answer()).toBe('damaged')
})

it('brings nothing that adding would refuse, whatever its list says', async () => {
  const program = Buffer.from('MZ made up program'.padEnd(500))
  const good = aPicture()
  await forge([
    forgedFile(draftId, program, { name: 'program.jpg' }),
    forgedFile(draftId, aPicture(), { name: 'a pdf.jpg', kind: 'pdf' }),
    forgedFile(draftId, aPicture(), { name: 'another.jpg', sha256: 'ab'.repeat(32) }),
    forgedFile(draftId, good, { name: 'good.jpg' }),
  ])
  const taken = await one.takeIn()
  expect(taken.files).toMatchObject({ files: 1, lacking: 3 })
  expect(one.sealed()).toHaveLength(1)
  const files = await one.filesOf(draftId)
  expect(files.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing', 'kept'])
  expect(await one.bytesOf(draftId, files[3]?.id)).toEqual(good)
})

it('has its names and slots made harmless', async () => {
  await forge([
    forgedFile(draftId, aPicture(), { name: '../../../outbox.sqlite', field: 'medicalReportUrl' }),
    forgedFile(draftId, aPicture(), { name: 'C:\\Windows\\a\u0000b.jpg', field: 'medicalReportUrl' }),
    forgedFile(draftId, aPicture(), { name: '/' }),
  ])
  await one.takeIn()
  const files = await one.filesOf(draftId)
  expect(files.map(({ name }) => name)).toEqual(['outbox.sqlite', 'ab.jpg', 'file'])
  expect(files.flatMap(({ field }) => field ?? [])).toEqual(['medicalReportUrl'])
  const names = one.sealed()
  expect(names.filter((name) => !/^[0-9a-f-]{36}$/.test(name))).toEqual([])
})

it.runIf(process.platform === 'linux')('that is a pipe is refused at once', async () => {
  execFileSync('mkfifo', [computers.stick])
  expect(await answer()).toBe('unreadable-file')
})

it('whose text is longer than an office ever writes is refused before it is read', async () => {
  await forgeText(computers.stick, ' '.repeat(65 * 1024 * 1024))
  expect(await answer()).toBe('too-long')
})

it.each([
  ['no line', () => ''],
  ['an empty line', (text: string) => `${text}\n`],
  ['an unknown part', (text: string) => `${text}{"more":{}}\n`],
  ['two parts in a line', (text: string) => text.replace('{"draft":', '{"note":{},"draft":')],
  ['an unknown field', (text: string) => text.replace('{"id":', '{"more":0,"id":')],
  ['a status name that is none', (text: string) => withSettings(text, { statusNames: { '3': '' } })],
  ['a link to nowhere', (text: string) => withSettings(text, { notNeededLink: 'file:///etc' })],
  [
    'an address among its settings',
    (text: string) => withSettings(text, { liveBaseUrl: 'https://a.example' }),
  ],
  ['a draft that is none', (text: string) => `${text}{"draft":{}}\n`],
  ['a history of no entry', (text: string) => `${text}${JSON.stringify({ tried })}\n`],
  ['its end missing', (text: string) => text.slice(0, -1)],
  ['more behind its end', (text: string) => `${text}{}`],
])('with %s is not taken for a content', async (_what, change) => {
  await forge([])
  const sealed = valueOf(await readBackup(computers.stick))
  let text = ''
  for await (const piece of textOfBackup(sealed, valueOf(await openBackup(sealed, passphrase))))
    text += valueOf(piece).toString()
  for (const whole of [text, withSettings(text, {})]) {
    await forgeText(computers.stick, whole)
    expect(await answer()).toBe('opened')
  }
  await forgeText(computers.stick, change(text))
  expect(await answer()).toBe('newer')
})

const withSettings = (text: string, change: object): string => {
  const settings = { ...carriedOf(defaultSettings), ...change }
  return text.replace('{"id":', `{"settings":${JSON.stringify(settings)},"id":`)
}

const tried = { openedAt: at, closedAt: null, outcome: null, serverMessage: '' }
