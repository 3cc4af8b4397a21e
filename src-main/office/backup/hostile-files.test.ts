import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attachmentLimits } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import { aPicture, at } from '#main/outbox/attachments/testing/attachment-store.ts'
import { nextTurn } from '#main/platform/slices.ts'
import { contentOfText } from './backup-content.ts'
import { newBackupKey, openBackup, readBackupFile, sealBackup } from './backup-format.ts'
import { forgeBackup, forgedFile, type ForgedFile } from './testing/forged-backup.ts'
import { keyCost, passphrase, TestComputers, valueOf, type TestComputer } from './testing/test-computers.ts'

let computers: TestComputers
let one: TestComputer
const draftId = newId()

beforeEach(() => {
  computers = new TestComputers()
  one = computers.add()
})
afterEach(() => {
  computers.close()
})

const forge = (files: readonly ForgedFile[], options = {}): Promise<void> =>
  forgeBackup(computers.stick, draftId, files, options)

async function answer(): Promise<string> {
  const chosen = await one.backups.chosen.choose(computers.stick)
  if (chosen.type === 'refused') return chosen.why.type
  const opened = valueOf(await one.backups.chosen.open(passphrase))
  return opened.type === 'refused' ? opened.why.type : opened.type
}

describe('a backup made by somebody else', () => {
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
    const key = await newBackupKey(passphrase, keyCost)
    const parts = [{ name: 'entries', count: 0 }]
    const title = {
      application: '0.1.0',
      createdAt: at,
      environment: 'sandbox',
      parts,
      fileBytes: 0,
    } as const
    const { start } = sealBackup(title, key, ' '.repeat(65 * 1024 * 1024))
    await writeFile(computers.stick, start)
    expect(await answer()).toBe('too-long')
  })

  const list = (elements: string): string => `{"entries":[${elements}]}`
  it.each([
    ['endless lists', list('['.repeat(4_000_000))],
    ['countless empty elements', list('{},'.repeat(400_001))],
    ['lists in lists', list(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)],
    ['an element longer than any entry', list(`{"id":"${'x'.repeat(5_000_000)}"}`)],
    ['a text without end', list(`"${'\\"'.repeat(2_000_000)}`)],
    ['countless fields', `{${'"a":{},'.repeat(200_000)}"b":0}`],
    ['what is no list', list('0,'.repeat(3_000_000))],
    ['no object', ''],
  ])('of %s is refused, and holds up nobody', async (_what, text) => {
    const { result, longestMs } = await watched(() => contentOfText(text))
    expect(result).toEqual({ ok: false, error: { type: 'newer' } })
    expect(longestMs).toBeLessThan(1000)
  })

  it.each([
    ['a 0 in place of an entry', (text: string) => text.replace('"drafts":[', '"drafts":[0,')],
    ['a list twice', (text: string) => text.replace('"drafts":[', '"files":[{}],"drafts":[')],
    ['an unknown field', (text: string) => text.replace('"drafts":[', '"more":0,"drafts":[')],
    ['a draft that is none', (text: string) => text.replace('"drafts":[', '"drafts":[{},')],
    ['its end missing', (text: string) => text.slice(0, -1)],
    ['more behind its end', (text: string) => `${text}{}`],
  ])('with %s is not taken for a content', async (_what, change) => {
    await forge([])
    const { text } = valueOf(await openBackup(valueOf(await readBackupFile(computers.stick)), passphrase))
    expect(await contentOfText(text)).toMatchObject({ ok: true })
    expect(await contentOfText(change(text))).toEqual({ ok: false, error: { type: 'newer' } })
  })

  it('is read piece by piece, as is a long one of our own', async () => {
    await forge([])
    const { text } = valueOf(await openBackup(valueOf(await readBackupFile(computers.stick)), passphrase))
    const [, draft = ''] = /"drafts":\[(.*)\],"files"/.exec(text) ?? []
    const drafts = Array.from({ length: 5000 }, () => draft.replace(draftId, newId()))
    const long = text.replace(draft, drafts.join(','))
    const { result, turns } = await watched(() => contentOfText(long))
    expect(valueOf(result).drafts).toHaveLength(5000)
    expect(turns).toBeGreaterThan(5)
  })
})

/** What work gives, how many turns others had meanwhile, and the longest that they waited for one. */
async function watched<T>(work: () => Promise<T>) {
  const seen = { turns: 0, longestMs: 0, lastMs: performance.now() }
  const look = (): void => {
    seen.longestMs = Math.max(seen.longestMs, performance.now() - seen.lastMs)
    seen.lastMs = performance.now()
    seen.turns += 1
    timer = setImmediate(look)
  }
  let timer = setImmediate(look)
  const result = await work()
  await nextTurn()
  clearImmediate(timer)
  return { ...seen, result }
}
