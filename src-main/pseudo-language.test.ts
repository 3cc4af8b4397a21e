import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialog } from 'electron'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { today } from '#shared/domain/calendar-date.ts'
import { emptyFields } from '#shared/domain/draft.ts'
import { attachmentFields, packName } from '#shared/domain/attachment.ts'
import { newId } from '#shared/domain/identifier.ts'
import { environments } from '#shared/domain/product.ts'
import { pseudoLanguage, sourceLanguage } from '#shared/language/language.ts'
import { aPicture } from '#main/attachments/testing/attachment-store.ts'
import { manifest } from '#main/attachments/attachment-pack.ts'
import { claimSubmission, pharmacySubmission } from '#main/outbox/testing/made-up.ts'
import { hardCoded } from '#main/testing/outside-catalogue.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore } from '#main/keys/testing/store.ts'
import type { AppServices } from './services.ts'
import { wordsOf } from './notifications/notice-words.ts'
import type { Notice } from './notifications/notice.ts'
import { createAddressQuestion } from './shell/address-question.ts'
import { createBackupFiles } from './shell/backup-files.ts'
import { createReleaseQuestion } from './shell/release-question.ts'
import { createSetUpDialogs } from './shell/set-up-question.ts'
import type { enMain } from './texts/en-main.ts'
import { createLinkOpener } from './shell/external-link.ts'
import { createFileChoice } from './shell/file-choice.ts'
import { speakLanguage } from './shell/language-files.ts'
import { menuTemplate } from './shell/menu-content.ts'
import { createNoAnswerQuestion } from './shell/no-answer-question.ts'
import { notWritableMessage, startFailedMessage, unusableFolderMessage } from './shell/not-writable.ts'
import { createQuitQuestion } from './shell/quit.ts'
import { say } from './texts/texts.ts'
import { trayMenu, trayTooltip } from './shell/tray-content.ts'
import { openServices } from './testing/open-services.ts'

type Texts = readonly (string | undefined)[]
/** Names of the application, file types and a hash, and text from outside the catalogue. */
const known = ['Claims Desk', /^(?:PDF|CSV|ZIP|JSONL|TXT)$/g, 'SHA-256', 'https://1.example/1']

/** Everything passed to the system's dialogs; each dialog is answered with its first button or with a file. */
let asked: string[] = []
let folder: string
let services: AppServices

const isTextKey = (key: string): boolean => ['title', 'message', 'detail', 'buttons', 'name'].includes(key)
function note(question: unknown): void {
  JSON.stringify(question, (key, value: unknown) => {
    if (isTextKey(key)) asked.push(...[value].flat().map(String))
    return value
  })
}
const system: Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog'> = {
  showMessageBox: (...input: unknown[]) => {
    note(input.at(-1))
    return Promise.resolve({ response: 0, checkboxChecked: false })
  },
  showSaveDialog: (...input: unknown[]) => {
    note(input.at(-1))
    return Promise.resolve({ canceled: false, filePath: join(folder, 'saved') })
  },
  showOpenDialog: (...input: unknown[]) => {
    note(input.at(-1))
    return Promise.resolve({ canceled: true, filePaths: [] })
  },
}

beforeEach(async () => {
  folder = createTestFolder()
  services = await openServices({
    chooseFile: createFileChoice(system, () => null),
    printPage: () => Promise.resolve(new Uint8Array(4)),
    backupFiles: createBackupFiles(system, () => null),
    dataFolder: createTestFolder(),
    protection: { safeStorage: createTestStore(), platform: 'linux' },
  })
  onTestFinished(async () => {
    speakLanguage(sourceLanguage)
    services.sessionLock.stop()
    await services.workspace.close()
  })
  await services.handlers['engine:pause']({ paused: true })
  speakLanguage(pseudoLanguage)
})

const nothing = (): void => undefined
const waiting = { waiting: 2, awaitingFiles: 1, needsOfficer: 1, paused: true } as const

function tray(): Texts {
  const actions = {
    onOpen: nothing,
    onNewClaim: nothing,
    onOutbox: nothing,
    onPause: nothing,
    onQuit: nothing,
  }
  const known = environments.flatMap((environment) =>
    [true, false].map((paused) => ({ ...waiting, paused, environment })),
  )
  return [...known, null].flatMap((state) => [
    ...trayMenu(state, actions).map(({ label }) => label),
    ...trayTooltip(state).split('\n'),
  ])
}

function menu(): Texts {
  const top = menuTemplate({ isPackaged: true, onCommand: nothing })
  const items = top.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  return [...top, ...items].map(({ label, type }) =>
    type === 'separator' ? undefined : (label ?? 'no label'),
  )
}

function notices(): Texts {
  const some = { claims: 1, requests: 7 }
  const none = { claims: 0, requests: 0 }
  const quiet = { keyRefused: false, filesHeld: false, undecided: 0 }
  const empty: Notice = { ...quiet, received: none, rejected: none, unconfirmed: none }
  const notices: readonly Notice[] = [
    { ...empty, received: some },
    { ...empty, rejected: some },
    { ...empty, unconfirmed: some },
    { ...empty, keyRefused: true },
    { ...empty, filesHeld: true },
    { ...empty, keyRefused: true, received: some, rejected: some, unconfirmed: some },
  ]
  return environments.flatMap((environment) =>
    notices.flatMap((notice) => {
      const { title, body } = wordsOf(notice, environment)
      return [title, ...body.split('\n')]
    }),
  )
}

/** What the system is asked to show while `act` runs. */
async function questions(act: () => unknown): Promise<Texts> {
  asked = []
  await act()
  return asked
}

async function links(): Promise<void> {
  const options = {
    dialog: system,
    shell: { openExternal: () => Promise.resolve() },
    window: () => null,
    practicePort: () => Promise.resolve(null),
    log: { event: nothing },
  }
  for (const address of ['https://1.example/1', 'https://127.0.0.1/1']) {
    await createLinkOpener(options)(address)
  }
}

const cellsOf = (csv: string): readonly string[] =>
  csv
    .slice(1)
    .trimEnd()
    .split(/,|\r\n/)

/** Every cell of the day's table, with a claim of each product and a request. */
async function table(): Promise<Texts> {
  const { handlers } = services
  await handlers['outbox:accept'](claimSubmission())
  await handlers['outbox:accept'](claimSubmission({}, { product: 'okada' }))
  await handlers['outbox:accept'](pharmacySubmission())
  await handlers['day:save-csv']({ day: today() })
  const cells = cellsOf(readFileSync(join(folder, 'saved'), 'utf8'))
  expect(cells.length).toBeGreaterThan(50)
  return cells
}

/** The save dialog of a pack, and every cell of its list that is not a file name. */
async function attachments(): Promise<Texts> {
  const claimId = newId()
  const at = new Date().toISOString()
  const draft = { id: claimId, product: 'keke', fields: emptyFields(), branchReference: '7F3K-92QD' } as const
  await services.handlers['drafts:keep-copy']({ ...draft, createdAt: at, updatedAt: at, rejection: null })
  const picture = {
    name: '1',
    size: 100,
    originalSize: null,
    field: null,
    index: 0,
    part: aPicture(100).toString('base64'),
  }
  await services.handlers['attachments:add-part']({ ...picture, id: newId(), claimId })
  const listed = await services.handlers['attachments:list']({ claimId })
  const kept = listed.ok ? listed.value.files : []
  expect(kept).toHaveLength(1)
  const files = kept.flatMap((one) => [null, ...attachmentFields].map((field) => ({ ...one, field })))
  const hashes = new Set(kept.flatMap((one) => [packName('1', one), one.sha256]))
  const question = await questions(() => services.handlers['attachments:export']({ claimId }))
  return [...question, ...cellsOf(manifest('1', files)).filter((cell) => !hashes.has(cell))]
}

/** The save dialog of the report, its headings, and the labels of its values. */
async function support(): Promise<Texts> {
  const shown = await services.handlers['support:report']({ knownVersion: 1, found: [] })
  const lines = shown.ok ? shown.value.text.split('\n') : []
  const named = lines.map((line) => line.trim().replace(/»:.*$/, '»'))
  // The values in a list are codes, or are labelled within the line; the log has none.
  const whole = named.filter((line) => !/^\d{4}-|» .*«|^[a-z-]+$/.test(line))
  expect(whole.length).toBeGreaterThan(60)
  return [...whole, ...(await questions(() => services.handlers['support:save-report']({ form: 'text' })))]
}

function releaseQuestions(): Promise<Texts> {
  const ask = createReleaseQuestion(system, () => null)
  const shared = { from: '7F3K-92QD', createdAt: new Date().toISOString(), address: null }
  const count = (files: number) => ({ files, bytes: 9_000_000, lacking: [] })
  return questions(async () => {
    const practice = { ...shared, environment: 'practice' } as const
    await ask({ ...practice, as: 'move', open: { claims: 1, requests: 2 }, files: count(0) })
    await ask({ ...practice, as: 'move', open: { claims: 1, requests: 2 }, files: count(1) })
    const live = { ...shared, environment: 'live' } as const
    await ask({ ...live, as: 'copy', open: { claims: 2, requests: 1 }, files: count(2) })
  })
}

/** Everything that main says, by section of its catalogue: a section missing here fails the type check. */
const spoken: Readonly<Record<keyof typeof enMain, () => Texts | Promise<Texts>>> = {
  cancel: () =>
    questions(() =>
      createQuitQuestion(
        system,
        () => null,
        () => 1,
      )(2),
    ),
  'quit-question': () =>
    questions(() =>
      createQuitQuestion(
        system,
        () => null,
        () => 1,
      )(2),
    ),
  'not-writable': () => questions(() => system.showMessageBox(notWritableMessage('/1'))),
  'start-failed': () => questions(() => system.showMessageBox(startFailedMessage())),
  'no-answer': () =>
    questions(() => createNoAnswerQuestion(system, () => null)(new AbortController().signal)),
  'second-start': () => [say('second-start.shown')],
  'data-folder': () => questions(() => system.showMessageBox(unusableFolderMessage('/1', 'network'))),
  'open-link': () => questions(links),
  address: () =>
    questions(async () => {
      const ask = createAddressQuestion(system, () => null)
      await ask({ environment: 'live', from: null, to: '/1' })
      await ask({ environment: 'live', from: '/1', to: '/1' })
      await ask({ environment: 'updates', from: null, to: '/1' })
    }),
  menu,
  tray,
  environment: tray,
  waits: tray,
  'awaits-files': tray,
  'needs-officer': tray,
  paused: tray,
  notices,
  'save-backup': () =>
    questions(() =>
      services.handlers['backup:write']({
        passphrase: 'made up words 1',
        handOverTo: null,
        withFiles: false,
      }),
    ),
  'open-backup': () => questions(() => services.handlers['backup:choose'](undefined)),
  'choose-folder': () =>
    questions(() => services.handlers['office:choose-folder']({ folder: 'backupFolder' })),
  'backup-files': () => questions(() => services.handlers['backup:choose'](undefined)),
  'release-backup': releaseQuestions,
  'set-up': () =>
    questions(async () => {
      const dialogs = createSetUpDialogs(system, () => null)
      await dialogs.choose()
      await dialogs.ask({
        environment: 'live',
        address: '/1',
        branchName: '/1',
        officers: 1,
        keepsKey: false,
        fileStore: '/1',
        updateFeed: '/1',
        folders: ['/1'],
      })
    }),
  'save-log': () => questions(() => services.handlers['support:save-log'](undefined)),
  support,
  'save-paper': () => questions(() => services.handlers['paper:save-pdf']({ paper: 'wall-page' })),
  'save-day': () => questions(() => services.handlers['day:save-csv']({ day: today() })),
  'close-of-day': table,
  attachments,
}

it('takes everything that main says and writes from the catalogue', async () => {
  for (const [part, speak] of Object.entries(spoken)) {
    const texts = await speak()
    expect(
      texts.some((text) => text?.includes('«')),
      part,
    ).toBe(true)
    expect.soft(hardCoded(texts, known), part).toEqual([])
  }
})
