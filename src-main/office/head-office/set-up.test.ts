import { randomBytes } from 'node:crypto'
import fs, { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import promises, { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { SetUpAnswer } from '#shared/contract/set-up.ts'
import type { Office } from '#testing/app/office.ts'
import { loopback } from '#testing/insurer-client/loopback-api.ts'
import { createTestCertificate } from '#testing/insurer-client/test-certificate.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { proofSize } from '#testing/proof.ts'
import { startForTest } from '#testing/insurer/calls.ts'
import { testAccessKey, testStoreAt, type TestInsurer } from '#testing/insurer/test-insurer.ts'
import { managedConfigOf } from '#main/office/settings/managed/managed-config.ts'
import { refuseFiles } from '#testing/platform/refused-files.ts'
import { answering, cheap, fleetFile, headOffice, key, setUpFile } from '#testing/head-office/head-office.ts'
import { newComputer, takeIn } from '#testing/head-office/new-computer.ts'

const insurer = (accepted = key): Promise<TestInsurer> =>
  startForTest({ now: () => new Date(), pharmacyCount: 20, key: accepted })

type SetUpDone = Extract<SetUpAnswer, { type: 'set-up' }>

const at = { endpoint: 'https://store.example', region: 'auto', bucket: 'claims', prefix: '' }
const store = { ...at, style: 'path', links: 'https://files.example' } as const
const fileStore = { store, accessKey: { id: 'branches', secret: 'made-up' } }

describe('a new computer', () => {
  it('is set up by a file and its passphrase, and works at once and after a restart', async () => {
    const server = await insurer()
    const file = await setUpFile({ baseUrl: server.url })
    const first = await newComputer()
    expect(await takeIn(first, file)).toMatchObject({
      type: 'set-up',
      says: `Claims Desk is set up for ${server.url}. Officers: 2. The insurer accepts the key.`,
    })
    expect(first.asked).toMatchObject([
      { places: [{ environment: 'live', address: server.url }], officers: 2 },
    ])
    for (const again of [false, true]) {
      if (again) await restart(first)
      const now = await first.status()
      expect(now.officers).toMatchObject({ type: 'locked', officers: [{ name: 'Ada' }, { name: 'Bayo' }] })
      expect(now).toMatchObject({ environment: 'live', key: { type: 'kept' } })
      expect(now.settings).toMatchObject({
        branchName: 'Ikeja',
        liveBaseUrl: server.url,
        configured: true,
      })
      const check = await first.services.workspace.environment.connection.api.checkConnection()
      expect(check).toEqual({ type: 'works' })
    }
  })

  it('makes each officer choose a PIN of their own, before anything opens', async () => {
    const { file, pins } = await fleetFile({ baseUrl: (await insurer()).url })
    const one = await newComputer()
    await takeIn(one, file)
    const locked = (await one.status()).officers
    const ada = locked.type === 'locked' ? locked.officers[0] : undefined
    const signIn = async (secret: string, next?: string): Promise<unknown> => {
      const given = { id: ada?.id ?? '', secret, ...(next === undefined ? {} : { next }) }
      const answer = await one.handlers['officers:sign-in'](given)
      return answer.ok && answer.value.type === 'refused' ? answer.value.why.type : answer.ok
    }
    expect(await signIn(pins.Ada)).toBe('first-secret')
    expect(await signIn(pins.Ada, pins.Ada)).toBe('first-secret')
    expect(await signIn(pins.Ada, '123456')).toBe('weak-secret')
    expect((await one.status()).officers.type).toBe('locked')
    expect(await signIn(pins.Ada, 'a made-up sentence')).toBe(true)
    expect((await one.status()).officers.type).toBe('signed-in')
    await one.handlers['officers:leave']({ place: null })
    expect(await signIn(pins.Ada)).toBe('wrong-secret')
  })

  it('is taken in offline; the key is checked later', async () => {
    const file = await setUpFile({ baseUrl: 'http://127.0.0.1:9' })
    const one = await newComputer()
    expect(await takeIn(one, file)).toMatchObject({
      type: 'set-up',
      says: expect.stringContaining('The key could not be tried') as unknown,
    })
    expect(await one.status()).toMatchObject({ environment: 'live', key: { type: 'kept' } })
  })

  it('says what somebody has to put right before the key can be tried', async () => {
    const insecure = await loopback((_seen, response) => response.end(), createTestCertificate(['127.0.0.1']))
    const file = await setUpFile({ baseUrl: insecure.url })
    expect(await takeIn(await newComputer(), file)).toMatchObject({
      says: expect.stringContaining('the certificate at that address is not trusted') as unknown,
    })
  })

  it('is not set up without a keyring, which nothing is asked or written for', async () => {
    const server = await insurer()
    const file = await setUpFile({ baseUrl: server.url })
    const safeStorage = { ...createTestStore(), mark: 'v10' as const }
    const one = await newComputer({ protection: { safeStorage, platform: 'linux' } })
    expect(await takeIn(one, file)).toBe('no-keyring')
    expect(one.asked).toEqual([])
    expect(await one.status()).toMatchObject({ key: { type: 'practice' }, officers: { type: 'off' } })
  })

  it('is not set up where the person says no, or by a file that does not fit', async () => {
    const server = await insurer()
    const good = await setUpFile({ baseUrl: server.url })
    const one = await newComputer({ says: false })
    const before = (await one.status()).settings
    expect(await takeIn(one, good)).toEqual({ type: 'cancelled' })
    expect(server.arrivals('all-pharmacies')).toBe(0)
    const folder = createTestFolder()
    const place = (name: string, bytes: Buffer | string): string => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const bytes = readFileSync(good)
    expect(await takeIn(one, good, 'not the passphrase')).toBe('wrong-passphrase')
    expect(await takeIn(one, place('cut', bytes.subarray(0, -9)))).toBe('damaged')
    expect(await takeIn(one, place('other', 'hello'))).toBe('not-ours')
    expect(await takeIn(one, folder)).toBe('unreadable-file')
    expect(await takeIn(one, join(folder, 'none'))).toBe('unreadable-file')
    expect(await takeIn(one, await setUpFile({ baseUrl: server.url, validDays: -1 }))).toBe('expired')
    expect((await one.status()).settings).toEqual(before)
  })

  it('asks about every place that the file names, and tries each key', async () => {
    const server = await insurer()
    const other = await insurer('another-key')
    const wish = { baseUrl: server.url, settings: { notNeededLink: 'https://links.example/nobody-died' } }
    const head = headOffice(wish)
    const places = [...head.places, { environment: 'sandbox' as const, baseUrl: other.url, key, fileStore }]
    const { file } = await fleetFile(wish, { ...head, places })
    const one = await newComputer()
    expect(await takeIn(one, file)).toBe('key-refused')
    expect(one.asked).toMatchObject([
      {
        places: [
          { environment: 'live', address: server.url, fileStore: null },
          {
            environment: 'sandbox',
            address: other.url,
            fileStore: 'https://store.example/claims/ (their links: https://files.example)',
          },
        ],
        links: ['https://links.example/nobody-died'],
      },
    ])
  })

  it('writes how it stands and its backups into head office’s bucket', async () => {
    const server = await insurer()
    server.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
    const { links: _links, ...store } = testStoreAt(server.port)
    const wish = { baseUrl: server.url }
    const officeStore = { store, accessKey: testAccessKey }
    const salt = randomBytes(32).toString('base64')
    const { file, content } = await fleetFile(wish, { ...headOffice(wish), officeStore, backupSalts: [salt] })
    const one = await newComputer()
    expect(await takeIn(one, file)).toMatchObject({ type: 'set-up' })
    expect(one.asked).toMatchObject([{ officeStore: `${store.endpoint}/claims/` }])
    expect((await one.status()).settings.officeStore).toEqual(store)
    const names = (): readonly string[] => server.files().map(({ name }) => name)
    const id = (await one.services.office.id()) ?? ''
    await vi.waitFor(() => expect(names()).toContain(`status/claims-desk-${id}.json`))
    const [written] = server.files().filter(({ name }) => name.endsWith('.json'))
    expect(JSON.parse(written?.bytes.toString() ?? '')).toMatchObject({
      computer: { id, statusTrouble: null },
    })
    expect((await one.services.office.status()).backup).toMatchObject({
      isFromHeadOffice: true,
      trouble: null,
    })
    const before = server.fileStore.requests('put')
    await one.services.close()
    // The last thing it says is how it stood when it was closed.
    expect(server.fileStore.requests('put')).toBe(before + 1)
    // As docs/computers.md says.
    expect(written?.bytes.length).toBeLessThan(6_000)
    expect(content.backupSalt).toBe(salt)
  })

  it('says if the file store of the file does not work, and is set up all the same', async () => {
    const server = await insurer()
    const wish = { baseUrl: server.url }
    const head = headOffice(wish)
    const places = head.places.map((place) => ({ ...place, fileStore }))
    const problem = { type: 'problem', problem: 'no-bucket', saying: '', clockAheadMs: null } as const
    const works = { type: 'works', removes: true } as const
    const told: unknown[] = []
    for (const check of [problem, { ...works, isListable: true }, { ...works, isListable: false }]) {
      const one = await newComputer({ checkStore: () => Promise.resolve(check) })
      const { file } = await fleetFile(wish, { ...head, places })
      const answer = await takeIn(one, file)
      expect(answer).toMatchObject({ type: 'set-up' })
      told.push((answer as SetUpDone).says.split('accepts the key.')[1]?.trim())
    }
    expect(told).toEqual([
      'The file store has no such bucket: correct its name in Settings.',
      'Strangers can list the file store: tell head office.',
      '',
    ])
  })

  it('keeps what the insurer refuses out, and what the policy sets otherwise', async () => {
    const refusing = await setUpFile({ baseUrl: (await insurer('another-key')).url })
    expect(await takeIn(await newComputer(), refusing)).toBe('key-refused')
    const managedConfig = managedConfigOf('file', '/etc', { liveBaseUrl: 'https://other.example' })
    expect(await takeIn(await newComputer({ managedConfig }), refusing)).toBe('set-by-organisation')
  })

  it('is left alone once somebody works there, or after it was set up', async () => {
    const server = await insurer()
    const file = await setUpFile({ baseUrl: server.url })
    const worked = await newComputer({ confirmAddress: () => Promise.resolve(true) })
    await worked.handlers['environment:connect']({
      environment: 'live',
      baseUrl: server.url,
      key,
      evenOffline: false,
    })
    expect(await takeIn(worked, file)).toBe('in-use')
    const one = await newComputer()
    await takeIn(one, file)
    expect(await takeIn(one, file)).toBe('taken-in-before')
    expect(await takeIn(one, await setUpFile({ baseUrl: server.url }))).toBe('in-use')
  })

  it('is left alone, too, where somebody begins to work while it is asked', async () => {
    const file = await setUpFile({ baseUrl: (await insurer()).url })
    const ask = async (): Promise<boolean> =>
      (await one.services.officers.add({ name: 'Ada Test', role: 'manager', secret: '271828' })).ok
    const one = await newComputer({ setUpDialogs: { ...answering(true), ask } })
    expect(await takeIn(one, file)).toBe('in-use')
    expect(readdirSync(one.folder)).not.toContain('head-office.json')
  })

  it('is whole under a policy of one environment too, where it ended before that was opened', async () => {
    const managedConfig = managedConfigOf('file', '/etc', { environments: ['live'] })
    const one = await newComputer({ managedConfig })
    const cut = createTestFolder()
    const watched = refuseFiles(fs, 'mkdirSync', 'EIO', (path) => {
      if (path === join(one.folder, 'live')) cpSync(one.folder, cut, { recursive: true })
      return false
    })
    expect(await takeIn(one, await setUpFile({ baseUrl: (await insurer()).url }))).toMatchObject({
      type: 'set-up',
    })
    watched.end()
    await one.stop()
    one.remove('.')
    cpSync(cut, one.folder, { recursive: true })
    await one.start()
    expect(await standing(one)).toBe(whole)
  })

  it('is not taken for broken by what opens the storage again meanwhile', async () => {
    // Hashing a first PIN takes long enough for somebody else.
    const one = await newComputer({ secretCost: { ...cheap, cost: 2 ** 14 } })
    const taking = takeIn(one, await setUpFile({ baseUrl: (await insurer()).url }))
    while (!existsSync(join(one.folder, 'head-office.json'))) await nextTurn()
    await one.handlers['app:storage-retry'](undefined)
    expect(await taking).toMatchObject({ type: 'set-up' })
    expect(readdirSync(one.folder)).toContain('head-office.json')
    expect(await standing(one)).toBe(whole)
  })

  it('is not set up while its settings cannot be read, and nobody else is named as the cause', async () => {
    const one = await newComputer()
    await one.handlers['settings:change']({ configured: true })
    await one.stop()
    const settings = join(one.folder, 'settings.sealed')
    refuseFiles(promises, 'readFile', 'EIO', (path) => path === settings)
    await one.start()
    const file = await setUpFile({ baseUrl: (await insurer()).url })
    expect(await takeIn(one, file)).toEqual({ type: 'storage-unavailable' })
  })

  it('may have practised before', async () => {
    const server = await insurer()
    const one = await newComputer()
    await one.handlers['settings:change']({
      environment: 'practice',
      configured: true,
      theme: 'dark',
    })
    expect(await takeIn(one, await setUpFile({ baseUrl: server.url }))).toMatchObject({ type: 'set-up' })
    expect((await one.status()).settings).toMatchObject({ theme: 'dark', environment: 'live' })
  })
})

const fresh = 'practice off false practice '
const whole = 'live locked true kept Ikeja'

async function standing(one: Office): Promise<string> {
  const { environment, officers, settings, key: kept } = await one.status()
  return `${environment} ${officers.type} ${settings.configured} ${kept.type} ${settings.branchName}`
}

/** The disk refuses everything from that flush on, while the work runs. */
async function whileDiskFails(from: number, work: () => Promise<unknown>): Promise<void> {
  const handle = await open(createTestFolder())
  const files = Object.getPrototypeOf(handle) as { sync: () => Promise<void> }
  await handle.close()
  const { sync } = files
  let asked = 0
  files.sync = function (this: unknown) {
    asked += 1
    if (asked < from) return sync.call(this)
    return Promise.reject(Object.assign(new Error('made up'), { code: 'ENOSPC' }))
  }
  try {
    await work()
  } finally {
    files.sync = sync
  }
}

/** From one flush at which the disk fails to the next. */
const failsEvery = proofSize('CLAIMS_DESK_SET_UP_FLUSHES', { short: 3, long: 1, quick: 12 })

describe('a set-up that is cut off', () => {
  it('leaves a fresh computer or one that is set up, wherever the disk fails', async () => {
    const file = await setUpFile({ baseUrl: (await insurer()).url })
    const seen: string[] = []
    for (let failsAt = 1; failsAt <= 25; failsAt += failsEvery) {
      const one = await newComputer()
      await whileDiskFails(failsAt, () => takeIn(one, file))
      await restart(one)
      const found = await standing(one)
      expect([fresh, whole], String(failsAt)).toContain(found)
      const again = await takeIn(one, file)
      if (found === fresh) expect(again).toMatchObject({ type: 'set-up' })
      else expect(again).toBe('taken-in-before')
      expect(await standing(one)).toBe(whole)
      seen.push(found)
    }
    expect(new Set(seen).size).toBe(2)
  }, 60_000)

  it('is taken in again without a restart', async () => {
    const { file } = await fleetFile({ baseUrl: (await insurer()).url })
    for (const failsAt of [1, 4, 7]) {
      const one = await newComputer()
      await whileDiskFails(failsAt, async () =>
        expect(await takeIn(one, file)).toMatchObject({ type: 'disk-full' }),
      )
      expect(await standing(one)).toBe(fresh)
      expect(await takeIn(one, file)).toMatchObject({ type: 'set-up' })
      await restart(one)
      expect(await standing(one)).toBe(whole)
    }
  })

  it.each([
    ['are not there', (path: string) => rmSync(path)],
    ['do not open', (path: string) => writeFileSync(path, 'damaged')],
    ['are whole', () => undefined],
  ])('is not taken for one that came to its end, where later the settings %s', async (_how, change) => {
    const { file } = await fleetFile({ baseUrl: (await insurer()).url })
    const one = await newComputer()
    await takeIn(one, file)
    await one.stop()
    // As where the power went before the environment was opened.
    rmSync(join(one.folder, 'live'), { recursive: true })
    change(join(one.folder, 'settings.sealed'))
    for (const _start of [1, 2]) {
      await one.start()
      await one.stop()
    }
    const left = readdirSync(one.folder, { recursive: true, encoding: 'utf8' })
    for (const name of ['head-office.json', 'officers.json', join('keys', 'live.json')])
      expect(left).toContain(name)
  })
})

async function restart(one: Office): Promise<void> {
  await one.stop()
  await one.start()
}
