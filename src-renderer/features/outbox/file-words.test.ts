import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { EntryFiles, UploadHold, UploadStatus } from '#shared/outbox/entry-files.ts'
import type { EntryState, EntrySummary } from '#shared/outbox/entry.ts'
import { statusLine } from '#renderer/app/layout/status-line.ts'
import { uploadWords } from '#renderer/features/attachments/attachment-words.ts'
import { sureAnswer } from '#renderer/features/how-sure/sure-answer.ts'
import { anEngine, anEntry, entryFiles, uploadStatus } from '#renderer/testing/fake-main.ts'
import { needsYou } from './attention.ts'
import { actionsFor } from './entry-actions.ts'
import { stateText, topicOf } from './entry-words.ts'
import EntryRow from './EntryRow.vue'
import { filesText, removalText } from './file-words.ts'

const at = '2026-03-04T09:00:00.000Z'
const later = '2026-03-04T09:20:00.000Z'
const withFiles = (change: Partial<EntryFiles> = {}, state?: EntryState): EntrySummary =>
  anEntry({ files: entryFiles(change), nextTryAt: later, ...(state === undefined ? {} : { state }) })
const row = (entry: EntrySummary) =>
  mount(EntryRow, {
    props: { entry, now: new Date(at), busy: false, failure: null },
    global: { plugins: [createPinia()] },
  })
const sure = (entry: EntrySummary): string =>
  Object.values(sureAnswer({ entry, lines: [], holds: [], now: new Date(at), isCutOff: false })).join(' ')
const queue = (...entries: EntrySummary[]): string =>
  statusLine({
    engine: anEngine(),
    entries,
    unreadable: false,
    toCorrect: 0,
    environment: 'live',
    isCutOff: false,
    elsewhere: {},
  }).queue

/** The one thing to do, or that it goes on by itself, for each hold. */
const todo: Readonly<Record<UploadHold, string>> = {
  offline: 'once connected',
  paused: 'Sending is paused',
  stopped: 'has stopped sending',
  'no-store': 'in Settings',
  'wrong-key': 'correct it in Settings',
  'no-bucket': 'correct its name in Settings',
  'not-allowed': 'ask IT support',
  'link-not-public': 'ask IT support',
  'clock-wrong': 'Set this computer’s clock',
  'no-connection': 'tried again automatically',
  'not-a-store': 'check its address in Settings',
  busy: 'tried again automatically',
  full: 'ask IT support',
  'file-lost': 'Move to drafts',
}
const holds = Object.entries(todo) as [UploadHold, string][]

describe('the row of a claim that waits for its files', () => {
  it('says how many are up, how long the rest takes, and that the claim follows', () => {
    const shown = row(withFiles())
    expect(shown.text()).toContain(
      '2 of 4 files uploaded, about 2 minutes left. The claim follows automatically.',
    )
    expect(shown.get('[aria-hidden=true] > div').attributes('style')).toContain('60%')
  })

  it.each<[Partial<EntryFiles>, string]>([
    [{ of: 1, uploaded: 0, leftMs: null }, 'Its file is not uploaded yet. '],
    [{ leftMs: 20_000 }, '2 of 4 files uploaded, less than a minute left.'],
    [{ leftMs: 8_100_000 }, '2 of 4 files uploaded, about 2 hours 15 minutes left.'],
    [{ leftMs: null }, '2 of 4 files uploaded. The claim'],
    [{ leftMs: 120_000, hold: 'busy' }, '2 of 4 files uploaded. The file store is busy'],
  ])('counts %o', (files, text) => {
    expect(filesText(entryFiles(files))).toContain(text)
  })

  it.each(holds)('says for the hold %s what to do, and shows no progress', (hold, text) => {
    const shown = row(withFiles({ hold }))
    expect(shown.text()).toContain(`2 of 4 files uploaded. `)
    expect(shown.text()).toContain(text)
    expect(shown.find('[style]').exists()).toBe(false)
  })

  it.each([null, ...holds.map(([hold]) => hold)])(
    'never says that the claim is about to be sent, nor that it was received: %s',
    (hold) => {
      const entry = withFiles({ hold })
      const words = [row(entry).text(), sure(entry), stateText(entry)].join(' ')
      expect(words).toContain(hold === 'file-lost' ? 'A file is lost' : 'Waiting for files')
      expect(words).not.toMatch(/Received|Send now|Next try|Not sent yet\.|is sent/)
      expect(actionsFor(entry)).toEqual(['to-draft', 'discard'])
      expect(queue(entry)).not.toMatch(/goes out|its turn|reached/)
    },
  )

  it('explains the files in the help', () => {
    expect(topicOf(withFiles())).toBe('files')
  })

  it('once all files are up is that of any claim', () => {
    const up = withFiles({ uploaded: 4, leftMs: 0 })
    expect(stateText(up)).toBe('Waiting')
    expect(row(up).text()).toContain('Next try')
    expect(actionsFor(up)).toContain('send-now')
  })

  it('says what stays in the file store once it is withdrawn', () => {
    const withdrawn = { name: 'withdrawn', at, to: 'draft' } as const
    expect(row(withFiles({ unremoved: 2 }, withdrawn)).text()).toContain('2 files are still to be removed')
    expect(row(withFiles({ unremoved: 0 }, withdrawn)).text()).not.toContain('file store')
  })
})

describe('what is said before uploads are removed', () => {
  const unconfirmed = {
    name: 'unconfirmed',
    since: at,
    cause: 'reset',
    absentReadings: 0,
    resends: 0,
  } as const
  it.each<[EntrySummary, UploadStatus | null, string]>([
    [anEntry(), null, ''],
    [withFiles({ uploaded: 0 }), null, ''],
    [withFiles(), null, 'are removed too.'],
    [withFiles({}, unconfirmed), null, 'its links no longer open'],
    [withFiles(), uploadStatus({ toRemove: 1, refusedRemovals: 1 }), 'Ask IT support'],
  ])('%#', (entry, status, text) => {
    expect(removalText(entry, status)).toContain(text)
    expect(removalText(entry, status) === '').toBe(text === '')
  })
})

describe('a file in the details', () => {
  const upload = { attachmentId: 'made-up', isUploaded: false, size: 900, sentBytes: 0 }
  it.each([
    [undefined, true, 'Waiting for upload'],
    [upload, true, 'Waiting for upload'],
    [{ ...upload, sentBytes: 899 }, true, '99 % uploaded'],
    [{ ...upload, isUploaded: true, sentBytes: 900 }, true, 'Uploaded'],
    [{ ...upload, isUploaded: true, sentBytes: 900 }, false, 'Uploaded'],
    [undefined, false, undefined],
  ])('says how far it is: %o', (one, isAwaited, text) => {
    expect(uploadWords(one, isAwaited, false)?.text).toBe(text)
  })
})

it('a file in the details waits while something holds it', () => {
  const upload = { attachmentId: 'made-up', isUploaded: false, size: 900, sentBytes: 500 }
  expect(uploadWords(upload, true, true)?.text).toBe('Waiting for upload')
})

describe('elsewhere', () => {
  it('a lost file needs the officer; a hold of the store does not', () => {
    expect(needsYou(withFiles({ hold: 'file-lost' }))).toBe(true)
    expect(needsYou(withFiles({ hold: 'wrong-key' }))).toBe(false)
    expect(needsYou(withFiles({ hold: 'file-lost', uploaded: 4 }))).toBe(false)
  })

  it.each(holds)('“Delivery status” names the hold %s and what to do', (hold, text) => {
    expect(sure(withFiles({ hold }))).toContain(text)
    expect(sure(withFiles({ hold }))).not.toMatch(/\{\w+\}|undefined|null/)
  })

  it('“Delivery status” says that the insurer cannot have it, and that it follows', () => {
    expect(sure(withFiles())).toContain('The insurer cannot have it yet. 2 of 4 files uploaded')
    expect(sure(withFiles())).toContain('The claim follows once its files are uploaded')
    expect(sure(withFiles({ hold: 'file-lost' }))).toContain('a file is lost')
  })

  it('the status line counts apart what waits for files', () => {
    expect(queue(withFiles(), anEntry({ id: 'another' }))).toBe(
      '1 claim waits here and will be sent automatically. 1 claim waits for its files.',
    )
    expect(queue(withFiles({ hold: 'offline' }))).toBe('1 claim waits for its files.')
    expect(queue(withFiles({ hold: 'offline' }), withFiles({ hold: 'full' }))).toBe(
      '2 claims wait for their files.',
    )
  })
})
