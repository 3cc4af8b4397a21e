import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { answering } from '#testing/head-office/head-office.ts'
import { openFolderFeed } from '#testing/head-office/folder-feed.ts'
import { createSigner } from '#main/file-store/signing.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import { claimSubmission } from '#testing/outbox/made-up.ts'
import { runTestInsurer, testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { setUpByCommand } from '#main/app/set-up-command.ts'
import { openServices } from '#testing/app/open-services.ts'
import { storageOf } from '#testing/app/storage-of.ts'
import { recordFigure } from '#testing/proof.ts'
import type { FileStore, OfficeStore } from '#shared/domain/file-store.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { swift } from '../stores/real-store.ts'
import { headOffice } from '../../scripts/head-office/commands.ts'
import { bytesAt } from '../../scripts/head-office/web.ts'

/*
 * Head office and its computers, by commands alone: set up from files, given another key when the insurer refuses the
 * first, listed from what they write into a bucket, and after a theft given everything anew. No officer does anything.
 */
const cheap = { cost: 2 ** 8, blockSize: 8, parallelization: 1 }
const keys = ['made-up-key-number-one', 'made-up-key-number-two', 'made-up-key-number-three'] as const

it.each([['a bucket', 10], ...(swift.isInstalled ? ([['a bucket of Swift', 2]] as const) : [])] as const)(
  '%s: %i computers are set up, given another key, listed, and renewed after a theft, by commands alone',
  async (place, count) => {
    const branches = Array.from({ length: count }, (_, index) => `Branch ${index + 1}`)
    const beganMs = performance.now()
    const office = createTestFolder()
    const at = (name: string, content?: string | Buffer): string => {
      if (content !== undefined) writeFileSync(join(office, name), content)
      return join(office, name)
    }
    const said: string[] = []
    const command = (...args: string[]): Promise<number> =>
      headOffice(args, {
        program: 'head-office',
        ask: (question, file) => {
          if (file === undefined) throw new Error(`Nobody answers: ${question}`)
          return Promise.resolve(readFileSync(file, 'utf8').trim())
        },
        say: (line) => said.push(line),
        now: () => new Date(),
        bytesAt,
        cost: cheap,
      })
    const shared = at('shared')
    mkdirSync(shared)
    const server = await runTestInsurer({ file: null, pharmacyCount: 20, key: keys[0] })
    onTestFinished(() => server.close())
    // Nobody opens the bucket without a key.
    server.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
    const feeds = [await openFolderFeed(shared), await openFolderFeed(shared)] as const
    onTestFinished(() => feeds.forEach((feed) => feed.close()))
    const { officeStores, officeKey } = await bucketsFor(place, server.port)
    const configs = feeds.map((feed, n) => {
      const where = { officeStore: officeStores[n], officeAccessKeyId: officeKey.id }
      const live = { liveBaseUrl: server.url, liveFileStore: testStoreAt(server.port) }
      const settings = { updateFeed: feed.url, statusNames: { '1': 'Open' } }
      return at(`config-${n}.json`, JSON.stringify({ ...live, ...settings, ...where }))
    })
    const own = [
      '--office',
      at('office.cdfleet'),
      '--passphrase-file',
      at('own', 'nine hills and a made-up sea'),
    ]
    const storeKey = ['--office-key-file', at('store-key', officeKey.secret)]
    await command('new', configs[0] ?? '', ...own, '--key-file', at('key-0', keys[0]), ...storeKey)
    const change = (...what: string[]): Promise<number> => command('change', ...own, '--out', shared, ...what)
    const newKey = (n: 1 | 2): string[] => ['--new-key', 'live', '--key-file', at(`key-${n}`, keys[n])]
    /** Files for all branches, of which some get an access key. */
    const makeFiles = async (folder: string, ids: ReadonlyMap<string, string>): Promise<void> => {
      mkdirSync(at(folder))
      const lines = branches.map((branch) => {
        const id = ids.get(branch)
        const accessKey = id === undefined ? ',' : `${id},${at(`${id} secret`, `secret-of-${id}`)}`
        return `${branch},Ada,manager,${accessKey}`
      })
      const table = at('branches.csv', ['branch,officer,role,accessKeyId,secretFile', ...lines].join('\n'))
      const given = ['--files-passphrase-file', at('given', 'seven rivers in a made-up valley')]
      await command('make-files', ...own, '--out', at(folder), '--branches', table, ...given)
    }
    const ownKeys = new Map(branches.map((branch, n) => [branch, `key-of-${n + 1}`]))
    await makeFiles('files', ownKeys)

    const submitted = claimSubmission()
    /** The access keys that computers tried. */
    const tried: string[] = []
    const open = async (branch: string, folder = createTestFolder(), store = createTestStore()) => {
      const protection = { safeStorage: store, platform: 'linux' as const }
      const services = await openServices({
        protection,
        setUpDialogs: answering(true),
        checkStore: ({ accessKey }) => {
          tried.push(accessKey.id)
          return Promise.resolve({ type: 'works', isListable: false, removes: true })
        },
        secretCost: cheap,
        dataFolder: folder,
      })
      return {
        ...{ branch, services },
        again: async () => {
          await services.close()
          return await open(branch, folder, store)
        },
        takes: (files: string) => {
          const file = join(office, files, `${branch.replace(' ', '-')}.cdsetup`)
          return setUpByCommand(services, protection, { file, passphraseFile: at('given') })
        },
        check: () => services.workspace.environment.connection.api.checkConnection(),
      }
    }
    const computers: Awaited<ReturnType<typeof open>>[] = []
    for (const branch of branches) {
      const computer = await open(branch)
      expect(await computer.takes('files')).toEqual({
        code: 0,
        line: `Claims Desk is set up for ${server.url}. Officers: 1. The insurer accepts the key.`,
      })
      computers.push(await computer.again())
    }
    expect(tried).toEqual([...ownKeys.values()])

    server.setKey(keys[1])
    await change(...newKey(1))
    for (const { services, check } of computers) {
      expect(await check()).toEqual({ type: 'key-refused' })
      await services.orders.look()
      expect(await check()).toEqual({ type: 'works' })
      await services.office.writeStatus()
    }
    const [stolen, ...others] = computers
    if (stolen === undefined) throw new Error('No computer.')
    storageOf(stolen.services).outbox.accept(submitted, new Date().toISOString())
    if (place === 'a bucket') {
      const { faults } = server.fileStore
      for (const type of ['cut', 'slow-down'] as const) {
        faults.set('put', { type, times: 1 })
        expect(await stolen.services.office.writeNow()).toBe('no-connection')
      }
      faults.set('put', { type: 'html', times: 1 })
      expect(await stolen.services.office.writeNow()).toBe('store-refuses')
    }
    expect(await stolen.services.office.writeNow()).toBeNull()

    const reader = ['--access-key-id', officeKey.id, '--access-key-file', at('store-key')]
    const statuses = async (n: 0 | 1, ...format: string[]): Promise<string> => {
      await command('statuses', at(`seen-${n}.json`), '--store', configs[n] ?? '', ...reader, ...format)
      return said.at(-1) ?? ''
    }
    const rowsWith = (keyNumber: number): unknown =>
      expect.arrayContaining(
        branches.map((branch): unknown =>
          expect.objectContaining({ computer: expect.objectContaining({ branch, keyNumber }) as unknown }),
        ),
      )
    const rows: unknown = JSON.parse(await statuses(0, '--format=json'))
    expect(rows).toHaveLength(count)
    expect(rows).toEqual(rowsWith(1))
    const table = await statuses(0)
    for (const words of [`${count} computers`, ...branches]) expect(table).toContain(words)

    // The first one is stolen: keys, secret, passphrases, feed and bucket are others from then on.
    const number = (await stolen.services.office.id()) ?? ''
    const backups = await filesOf(officeStores[0], officeKey)
    const last = backups.filter(({ name }) => name.includes(`${number}-live-`)).at(-1)
    server.setKey(keys[2])
    const theft = ['--after-theft', '--new-backup-passphrase']
    await change(...theft, '--config', configs[1] ?? '', ...newKey(2))
    const opensNothing = async (): Promise<void> => {
      await stolen.services.orders.look()
      expect(stolen.services.orders.status()).toMatchObject({ keyNumber: 1, problem: 'unreadable' })
      expect(await stolen.check()).toEqual({ type: 'key-refused' })
    }
    await opensNothing()
    const newKeys = new Map(branches.slice(0, 2).map((branch) => [branch, `new-${ownKeys.get(branch)}`]))
    await makeFiles('new-files', newKeys)
    tried.length = 0
    for (const { takes, services } of others) {
      expect(await takes('new-files')).toEqual({
        code: 0,
        line: 'This computer has what head office gives now.',
      })
      expect(services.orders.status()).toMatchObject({ keyNumber: 2 })
    }
    // The claim is in the last backup of the stolen one.
    const another = await open(stolen.branch)
    expect(await another.takes('new-files')).toMatchObject({ code: 0 })
    // Of those in use, only the branch that got another one.
    expect(tried).toEqual([...newKeys.values()].toReversed())
    said.length = 0
    await command('backup-passphrase', ...own, '--branch', stolen.branch)
    const { backup, outbox } = storageOf(another.services)
    await backup.chosen.choose(at('last.cdbackup', last?.bytes))
    // The newest is first.
    expect(await backup.chosen.open(said[1] ?? '')).toMatchObject({ value: { type: 'opened' } })
    expect(await backup.takeIn(() => false)).toMatchObject({ value: { type: 'taken-in' } })
    expect(outbox.get(submitted.id)).toMatchObject({ body: submitted.body })

    // The next signed file is read by all but the stolen one, at the new feed.
    await change('--new-secret')
    await opensNothing()
    feeds[0].isDown = true
    for (const { services, check } of [another, ...others]) {
      expect(await check()).toEqual({ type: 'works' })
      await services.orders.look()
      await services.office.writeStatus()
    }
    expect(JSON.parse(await statuses(1, '--format=json'))).toEqual(rowsWith(3))
    recordFigure({
      proof: 'ten-computers',
      tried: { part: place, computers: count },
      seen: { ms: Math.round(performance.now() - beganMs) },
    })
  },
  120_000,
)

interface Written {
  readonly name: string
  readonly bytes: Buffer
}

/** Backups in a bucket, as any S3 program reads them. */
async function filesOf(store: OfficeStore, key: AccessKey): Promise<readonly Written[]> {
  const bucket = `${store.endpoint}/${store.bucket}`
  const signer = createSigner(store.region, key)
  const nothing = createHash('sha256').digest('hex')
  const get = (url: string): Promise<Response> =>
    fetch(url, { headers: signer.headers({ method: 'GET', url, sha256: nothing, at: new Date() }) })
  const query = new URLSearchParams({ 'list-type': '2', prefix: `${store.prefix}backups/` })
  const list = await (await get(`${bucket}/?${query.toString()}`)).text()
  const names = [...list.matchAll(/<Key>([^<]*\.cdbackup)<\/Key>/g)].map(([, name = '']) => name)
  return await Promise.all(
    names.map(async (name) => {
      const answer = await get(`${bucket}/${name}`)
      return { name, bytes: Buffer.from(await answer.arrayBuffer()) }
    }),
  )
}

/** Two places that nobody opens without a key: in the test's own store, or Swift's. */
async function bucketsFor(
  place: string,
  port: number,
): Promise<{ readonly officeStores: readonly [OfficeStore, OfficeStore]; readonly officeKey: AccessKey }> {
  const officeStore = ({ links: _links, ...store }: FileStore): OfficeStore => store
  if (place !== 'a bucket of Swift') {
    const at = (prefix: string): OfficeStore => officeStore({ ...testStoreAt(port), prefix })
    return { officeStores: [at('desk/'), at('other-desk/')], officeKey: testAccessKey }
  }
  const server = await swift.start()
  onTestFinished(() => server.stop())
  const bucket = async (name: string): Promise<OfficeStore> =>
    officeStore(await server.makeBucket(name, 'closed'))
  return { officeStores: [await bucket('office'), await bucket('other-office')], officeKey: server.accessKey }
}
