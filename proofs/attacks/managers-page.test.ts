import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls, requestChannels, type RequestArgument, type RequestChannel } from '#shared/contract/calls.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { err, ok } from '#shared/result.ts'
import { comesBack, ownDialog } from '#main/app/handlers/asked-first.ts'
import { insurer, Office, pins } from '#testing/app/office.ts'
import { quietSurroundings } from '#testing/app/quiet-surroundings.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { enMain } from '#main/platform/texts/en-main.ts'
import { storeAt, testAccessKey } from '#testing/file-store/objects.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'

/*
 * A script runs in the page of a manager. What it asks of main that concerns somebody else, or cannot come back, happens
 * only where a person answers yes in a dialog of the system; here nobody does.
 */
const passphrase = 'four lakes under a made-up moon'
const another = 'seven hills beside a made-up sea'
const policy = policyNumberOf('KKP/2026/LA/000417')
/** The store of the claims' files. */
const ours = { environment: 'live', store: storeAt('https://store.example'), evenOffline: false } as const

let office: Office
let asked: string[]
let says: boolean
const ask = ({ message }: { readonly message: string }): Promise<boolean> => {
  asked.push(message)
  return Promise.resolve(says)
}

beforeEach(async () => {
  asked = []
  says = true
  const checkStore = () => Promise.resolve({ type: 'works', isListable: false, removes: true } as const)
  office = await Office.open({ checkStore, ask })
  await office.connect((await insurer()).url)
  await office.add('Ada', 'Bayo')
  const set = await office.handlers['file-store:set']({ ...ours, accessKey: testAccessKey })
  expect(set).toMatchObject({ value: { type: 'set' } })
  asked = []
  says = false
})

/** Everything that a call could have changed, as the page sees it. */
async function standing(): Promise<unknown> {
  const { settings, officers, key, forHeadOffice } = await office.status()
  const { handlers } = office
  return {
    ...{ settings, officers, key, passphrase: forHeadOffice.backup.passphrase },
    store: await handlers['file-store:status'](undefined),
    backup: await handlers['backup:status'](undefined),
    kept: await handlers['privacy:about-policy']({ policy }),
  }
}

type Attack = { [C in RequestChannel]: readonly [C, RegExp, RequestArgument<C>] }[RequestChannel]

it('what a script in a manager’s page does is asked about first, and changes nothing by itself', async () => {
  const [ada, bayo] = [await office.idOf('Ada'), await office.idOf('Bayo')]
  const { liveBaseUrl: baseUrl } = office.services.workspace.settings
  const [next, thief] = [pins.Mallory, { name: 'Thief', secret: pins.Mallory }]
  const attacks: readonly Attack[] = [
    ['officers:add', /Add Thief as a manager\?/, { ...thief, role: 'manager' }],
    ['officers:add', /Add Thief as an officer\?/, { ...thief, role: 'officer' }],
    ['officers:reset-secret', /Give Bayo a new PIN\?/, { id: bayo, next }],
    ['officers:reset-secret', /Give Ada a new PIN\?/, { id: ada, next }],
    ['officers:set-role', /Make Bayo a manager\?/, { id: bayo, role: 'manager' }],
    ['officers:remove', /Remove Bayo from/, { id: bayo }],
    ['office:backup-passphrase', /under this passphrase\?/, { passphrase }],
    ['privacy:forget-policy', /Delete everything about policy/, { policy, filesAside: true }],
    ['privacy:clear-practice', /Delete practice data/, undefined],
    ['settings:change', /after 1 day\?/, { keepReceivedDays: 1 }],
    ['key:clear', /Remove the key/, undefined],
    ['key:set', /Replace the merchant/, { key: 'a' }],
    [
      'environment:connect',
      /Replace the merchant/,
      { environment: 'live', baseUrl, key: 'a', evenOffline: true },
    ],
    [
      'file-store:set',
      /Replace the access key/,
      { ...ours, accessKey: { id: 'A', secret: 'a' }, evenOffline: true },
    ],
    ['file-store:clear', /Remove the file store/, undefined],
  ]
  const before = await standing()
  for (const [channel, question, argument] of attacks) {
    asked = []
    const handler: unknown = Reflect.get(office.handlers, channel)
    const answer: unknown =
      typeof handler === 'function' ? await Reflect.apply(handler, null, [argument]) : null
    expect(answer, channel).toEqual(err({ type: 'declined' }))
    expect(asked).toEqual([expect.stringMatching(question)])
    expect(await standing(), channel).toEqual(before)
  }
})

it('what is refused anyway, a longer retention and another setting are not asked about', async () => {
  const { handlers } = office
  await handlers['settings:change']({ keepReceivedDays: 0, saveData: true })
  await handlers['settings:change']({ theme: 'dark' })
  const id = await office.idOf('Bayo')
  const weak = { value: { type: 'refused', why: { type: 'weak-secret' } } }
  expect(await handlers['officers:reset-secret']({ id, next: '111111' })).toMatchObject(weak)
  expect(asked).toEqual([])
  expect((await office.status()).settings).toMatchObject({ keepReceivedDays: 0, saveData: true })
  await handlers['settings:change']({ keepReceivedDays: 3650 })
  expect(asked).toEqual([expect.stringContaining('3,650 days')])
})

it('the passphrase of backups is replaced after another question, and head office’s not at all', async () => {
  const set = (wish: string) => office.handlers['office:backup-passphrase']({ passphrase: wish })
  says = true
  expect(await set(passphrase)).toEqual(ok('set'))
  expect(await set(another)).toEqual(ok('set'))
  expect(asked).toEqual([expect.anything(), expect.stringContaining('Replace the passphrase')])
  await office.services.office.givePassphrase(passphrase)
  expect(await set(another)).toEqual(ok('set-by-head-office'))
  expect(asked).toHaveLength(2)
})

it('a backup of a stranger’s is imported by a manager alone, after main’s own question', async () => {
  const file = join(createTestFolder(), 'stranger.cdbackup')
  const files = { toSave: () => Promise.resolve(file), toOpen: () => Promise.resolve(file) }
  const backupFiles = { ...quietSurroundings.backupFiles, ...files }
  const stranger = await Office.open({ backupFiles })
  const claim = claimSubmission()
  await stranger.handlers['engine:pause']({ paused: true })
  await stranger.handlers['outbox:accept'](claim)
  await stranger.handlers['backup:write']({ passphrase })

  says = true
  const attacked = await Office.open({ backupFiles, ask })
  await attacked.add('Ada', 'Bayo')
  const { handlers } = attacked
  asked = []
  const takeIn = async () => [
    await handlers['backup:choose'](undefined),
    await handlers['backup:open']({ passphrase }),
    await handlers['backup:take-in'](undefined),
  ]
  says = false
  expect((await takeIn()).at(-1)).toEqual(ok({ type: 'cancelled' }))
  expect(asked).toEqual([expect.stringMatching(/^Import /)])
  await attacked.signIn('Bayo')
  expect((await takeIn()).filter((answer) => answer.ok)).toEqual([])
  expect(asked).toHaveLength(1)
  await attacked.signIn('Ada')
  expect(await attacked.entries()).toEqual([])
  says = true
  await takeIn()
  expect(await attacked.entries()).toEqual([claim.id])
})

describe('the table of docs/security.md', () => {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| ((?:`[a-z-]+:[a-z-]+`(?:, )?)+) \| (.+) \|$/gm)]
  const told = new Map(
    rows.flatMap(([, names = '', says = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, one = '']) => [one, says]),
    ),
  )
  const kindOf = (says: string): string =>
    says.startsWith('Nothing') ? 'comes back' : says.startsWith('Its own dialog') ? 'own dialog' : 'question'

  it('has each call that only managers may make, and what main asks, as the code reads it', () => {
    const kinds = Object.entries(office.services.questions).map(([channel, question]) => [
      channel,
      question === comesBack ? 'comes back' : question === ownDialog ? 'own dialog' : 'question',
    ])
    expect([...told].map(([channel, says]) => [channel, kindOf(says)]).toSorted()).toEqual(kinds.toSorted())
    const managers = requestChannels.filter(
      (one) => calls[one].who !== 'anyone' && calls[one].who !== 'signed-in',
    )
    expect(kinds.map(([channel]) => channel).toSorted()).toEqual(managers.toSorted())
  })

  it('has each question that main asks', () => {
    const questions = Object.values(enMain.asks).map(({ question }) => question.split(' | ').at(-1) ?? '')
    const all = [...told.values()].join('\n')
    expect(questions.filter((question) => !all.includes(question))).toEqual([])
  })
})
