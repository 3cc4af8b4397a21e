import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls, requestChannels } from '#shared/contract/calls.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { err } from '#shared/result.ts'
import { comesBack, ownDialog } from '#main/app/handlers/asked-first.ts'
import type { AppServices } from '#main/app/services.ts'
import { cheap } from '#testing/head-office/head-office.ts'
import { enMain } from '#main/platform/texts/en-main.ts'
import { storeAt, testAccessKey } from '#testing/file-store/objects.ts'
import { connect, officerId, startOffice, statusOf } from './office.ts'
import { insurer } from './servers.ts'

/*
 * A script runs in the page of a manager. What it asks of main that concerns somebody else, or cannot come back, happens
 * only where a person answers yes in a dialog of the system; here nobody does.
 */
const secrets = { Ada: '271828', Bayo: '314159' } as const
const passphrase = 'four lakes under a made-up moon'
const policy = policyNumberOf('KKP/2026/LA/000417')

/** The store of the claims' files. */
const ours = { environment: 'live', store: storeAt('https://store.example'), evenOffline: false } as const

let office: AppServices
let asked: string[]
let says: (message: string) => boolean

beforeEach(async () => {
  const server = await insurer()
  asked = []
  says = () => true
  office = await startOffice({
    secretCost: cheap,
    checkStore: () => Promise.resolve({ type: 'works', isListable: false, removes: true }),
    confirmAddress: () => Promise.resolve(true),
    ask: ({ message }) => {
      asked.push(message)
      return Promise.resolve(says(message))
    },
  })
  await connect(office, server.url)
  for (const [name, secret] of Object.entries(secrets)) {
    const role = name === 'Ada' ? 'manager' : 'officer'
    await office.handlers['officers:add']({ name, role, secret })
  }
  const set = await office.handlers['file-store:set']({ ...ours, accessKey: testAccessKey })
  expect(set).toMatchObject({ value: { type: 'set' } })
  asked = []
  says = () => false
})

/** Everything that a call could have changed, as the page sees it. */
async function standing(): Promise<unknown> {
  const { settings, officers, forHeadOffice } = await statusOf(office)
  const { handlers } = office
  return {
    settings,
    officers,
    passphrase: forHeadOffice.backup.passphrase,
    key: (await statusOf(office)).key,
    store: await handlers['file-store:status'](undefined),
    backup: await handlers['backup:status'](undefined),
    kept: await handlers['privacy:about-policy']({ policy }),
  }
}

type Attack = readonly [what: string, question: RegExp, attack: (bayo: string) => unknown]
const attacks: readonly Attack[] = [
  [
    'adds a manager of its own',
    /Add Thief as a manager\?/,
    () => office.handlers['officers:add']({ name: 'Thief', role: 'manager', secret: '577215' }),
  ],
  [
    'adds an officer of its own',
    /Add Thief as an officer\?/,
    () => office.handlers['officers:add']({ name: 'Thief', role: 'officer', secret: '577215' }),
  ],
  [
    'gives a colleague another PIN',
    /Give Bayo a new PIN\?/,
    (id) => office.handlers['officers:reset-secret']({ id, next: '577215' }),
  ],
  [
    'gives the manager another PIN',
    /Give Ada a new PIN\?/,
    async () =>
      office.handlers['officers:reset-secret']({ id: await officerId(office, 'Ada'), next: '577215' }),
  ],
  [
    'makes a colleague a manager',
    /Make Bayo a manager\?/,
    (id) => office.handlers['officers:set-role']({ id, role: 'manager' }),
  ],
  ['removes a colleague', /Remove Bayo from/, (id) => office.handlers['officers:remove']({ id })],
  [
    'chooses the passphrase of backups',
    /under this passphrase\?/,
    () => office.handlers['office:backup-passphrase']({ passphrase }),
  ],
  [
    'deletes what there is of a policy',
    /Delete everything about policy/,
    () => office.handlers['privacy:forget-policy']({ policy, filesAside: true }),
  ],
  ['deletes practice', /Delete practice data/, () => office.handlers['privacy:clear-practice'](undefined)],
  [
    'has settled claims deleted tomorrow',
    /after 1 day\?/,
    () => office.handlers['settings:change']({ keepReceivedDays: 1 }),
  ],
  ['removes the key', /Remove the key/, () => office.handlers['key:clear'](undefined)],
  ['puts another key in its place', /Replace the merchant/, () => office.handlers['key:set']({ key: 'a' })],
  [
    'connects with another key, unchecked',
    /Replace the merchant/,
    async () => {
      const { environment, liveBaseUrl: baseUrl } = (await statusOf(office)).settings
      if (environment === 'practice') throw new Error('not connected')
      const wish = { environment, baseUrl, key: 'a', evenOffline: true }
      return await office.handlers['environment:connect'](wish)
    },
  ],
  [
    'puts another access key of the store in the place of its own, unchecked',
    /Replace the access key/,
    () =>
      office.handlers['file-store:set']({ ...ours, accessKey: { id: 'A', secret: 'a' }, evenOffline: true }),
  ],
  ['removes the file store', /Remove the file store/, () => office.handlers['file-store:clear'](undefined)],
]

describe.each(attacks)('a script in a manager’s page that %s', (_what, question, attack) => {
  it('is asked about first, and changes nothing by itself', async () => {
    const before = await standing()
    expect(await attack(await officerId(office, 'Bayo'))).toEqual(err({ type: 'declined' }))
    expect(asked).toEqual([expect.stringMatching(question)])
    expect(await standing()).toEqual(before)
  })
})

it('a longer retention, and another setting, are not asked about', async () => {
  await office.handlers['settings:change']({ keepReceivedDays: 0, saveData: true })
  await office.handlers['settings:change']({ theme: 'dark' })
  expect(asked).toEqual([])
  expect((await statusOf(office)).settings).toMatchObject({ keepReceivedDays: 0, saveData: true })
  await office.handlers['settings:change']({ keepReceivedDays: 3650 })
  expect(asked).toEqual([expect.stringContaining('3,650 days')])
})

it('a PIN that is refused anyway is not asked about', async () => {
  const id = await officerId(office, 'Bayo')
  expect(await office.handlers['officers:reset-secret']({ id, next: '111111' })).toMatchObject({
    value: { type: 'refused', why: { type: 'weak-secret' } },
  })
  expect(asked).toEqual([])
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
    const kinds = Object.entries(office.questions).map(([channel, question]) => [
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
