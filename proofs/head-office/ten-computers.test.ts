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
import {
  runTestInsurer,
  testAccessKey,
  testStoreAt,
  type TestInsurer,
} from '#testing/insurer/test-insurer.ts'
import type { AppServices } from '#main/app/services.ts'
import { setUpByCommand } from '#main/app/set-up-command.ts'
import { openServices } from '#testing/app/open-services.ts'
import { storageOf } from '#testing/app/storage-of.ts'
import { recordFigure } from '#testing/proof.ts'
import type { OfficeStore } from '#shared/domain/file-store.ts'
import type { AccessKey } from '#main/platform/keys/store-keys.ts'
import { swift } from '../stores/real-store.ts'
import { headOffice } from '../../scripts/head-office/commands.ts'

/*
 * Head office and its computers, by commands alone: set up from files, given another key when the insurer refuses the
 * first, and listed from what they write into a bucket. No officer does anything.
 */
const cheap = { cost: 2 ** 8, blockSize: 8, parallelization: 1 }
const firstKey = 'made-up-key-number-one'
const secondKey = 'made-up-key-number-two'
async function insurer(key: string, port = 0): Promise<TestInsurer> {
  const server = await runTestInsurer({ file: null, pharmacyCount: 20, key, port })
  onTestFinished(() => server.close())
  return server
}

it.each([['a bucket', 10], ...(swift.isInstalled ? ([['a bucket of Swift', 2]] as const) : [])] as const)(
  '%s: %i computers are set up, given another key, listed and one restored by commands alone',
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
        cost: cheap,
      })
    const shared = at('shared')
    mkdirSync(shared)
    const first = await insurer(firstKey)
    const feed = await openFolderFeed(shared)
    onTestFinished(() => feed.close())
    const { officeStore, officeKey } = await bucketFor(place, first.port)
    const where = { officeStore, officeAccessKeyId: officeKey.id }
    const settings = { updateFeed: feed.url, statusNames: { '1': 'Open' }, ...where }
    const own = [
      '--office',
      at('office.cdfleet'),
      '--passphrase-file',
      at('own', 'nine hills and a made-up sea'),
    ]
    const config = at('config.json', JSON.stringify({ liveBaseUrl: first.url, ...settings }))
    const storeKey = ['--office-key-file', at('store-key', officeKey.secret)]
    await command('new', config, ...own, '--key-file', at('key-1', firstKey), ...storeKey)
    const lines = branches.map((branch) => `${branch},Ada,manager\n${branch},Bayo,officer`)
    mkdirSync(at('files'))
    const given = [
      ...['--branches', at('branches.csv', `branch,officer,role\n${lines.join('\n')}\n`)],
      ...['--files-passphrase-file', at('given', 'seven rivers in a made-up valley')],
    ]
    await command('make-files', ...own, '--out', at('files'), ...given)

    const computers = branches.map((branch) => ({
      branch,
      folder: createTestFolder(),
      store: createTestStore(),
      number: '',
    }))
    const submitted = claimSubmission()
    const open = async ({ folder, store }: (typeof computers)[number]): Promise<AppServices> => {
      const services = await openServices({
        protection: { safeStorage: store, platform: 'linux' },
        setUpDialogs: answering(true),
        secretCost: cheap,
        dataFolder: folder,
      })
      onTestFinished(() => close(services))
      return services
    }
    for (const computer of computers) {
      const services = await open(computer)
      const protection = { safeStorage: computer.store, platform: 'linux' as const }
      const file = join(office, 'files', `${computer.branch.replace(' ', '-')}.cdsetup`)
      const done = await setUpByCommand(services, protection, { file, passphraseFile: at('given') })
      expect(done).toEqual({
        code: 0,
        line: `Claims Desk is set up for ${first.url}. Officers: 2. The insurer accepts the key.`,
      })
      await close(services)
    }

    await first.close()
    const second = await insurer(secondKey, first.port)
    // Nobody opens the bucket without a key.
    second.fileStore.faults.set('open', { type: 'error', code: 'AccessDenied' })
    await command(
      'change',
      ...own,
      '--out',
      shared,
      '--new-key',
      'live',
      '--key-file',
      at('key-2', secondKey),
    )
    for (const computer of computers) {
      const services = await open(computer)
      const { api } = services.workspace.environment.connection
      expect(await api.checkConnection()).toEqual({ type: 'key-refused' })
      await services.orders.look()
      expect(await api.checkConnection()).toEqual({ type: 'works' })
      computer.number = (await services.office.id()) ?? ''
      if (computer === computers[0]) {
        storageOf(services).outbox.accept(submitted, new Date().toISOString())
        if (place === 'a bucket') {
          const { faults } = second.fileStore
          // The status, which the new key has written at once, would take the fault.
          await services.office.writeStatus()
          for (const type of ['cut', 'slow-down'] as const) {
            faults.set('put', { type, times: 1 })
            expect(await services.office.writeNow()).toBe('no-connection')
          }
          faults.set('put', { type: 'html', times: 1 })
          expect(await services.office.writeNow()).toBe('store-refuses')
        }
        expect(await services.office.writeNow()).toBeNull()
      }
      await services.office.writeStatus()
      await close(services)
    }

    const reader = ['--access-key-id', officeKey.id, '--access-key-file', at('store-key')]
    const from = [at('seen.json'), '--store', config, ...reader]
    await command('statuses', ...from, '--format=json')
    const rows: unknown = JSON.parse(said.at(-1) ?? '')
    expect(rows).toHaveLength(count)
    expect(rows).toEqual(
      expect.arrayContaining(
        branches.map((branch): unknown =>
          expect.objectContaining({ computer: expect.objectContaining({ branch, keyNumber: 1 }) as unknown }),
        ),
      ),
    )
    await command('statuses', ...from)
    const table = said.at(-1) ?? ''
    expect(table).toContain(`${count} computers`)
    for (const branch of branches) expect(table).toContain(branch)
    expect(second.url).toBe(first.url)

    // The first computer is lost: a new one is set up, and has what it submitted by its backup.
    const [lost] = computers
    if (lost === undefined) throw new Error('No computer.')
    const backups = await filesOf(officeStore, officeKey)
    const last = backups.filter(({ name }) => name.includes(`${lost.number}-live-`)).at(-1)
    said.length = 0
    await command('backup-passphrase', ...own, '--branch', lost.branch)
    const [phrase = ''] = said
    const another = { branch: lost.branch, folder: createTestFolder(), store: createTestStore(), number: '' }
    const services = await open(another)
    const protection = { safeStorage: another.store, platform: 'linux' as const }
    // The first files have the first key.
    mkdirSync(at('new-files'))
    await command('make-files', ...own, '--out', at('new-files'), ...given)
    const file = join(office, 'new-files', 'Branch-1.cdsetup')
    expect(await setUpByCommand(services, protection, { file, passphraseFile: at('given') })).toMatchObject({
      code: 0,
    })
    const { backup, outbox } = storageOf(services)
    await backup.chosen.choose(at('last.cdbackup', last?.bytes))
    expect(await backup.chosen.open(phrase)).toMatchObject({ value: { type: 'opened' } })
    expect(await backup.takeIn(() => false)).toMatchObject({ value: { type: 'taken-in' } })
    expect(outbox.get(submitted.id)).toMatchObject({ body: submitted.body })
    await close(services)
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

/** A bucket that nobody opens without a key: the test's own, or Swift's. */
async function bucketFor(
  place: string,
  port: number,
): Promise<{ readonly officeStore: OfficeStore; readonly officeKey: AccessKey }> {
  if (place !== 'a bucket of Swift') {
    const { links: _links, ...officeStore } = { ...testStoreAt(port), prefix: 'desk/' }
    return { officeStore, officeKey: testAccessKey }
  }
  const server = await swift.start()
  onTestFinished(() => server.stop())
  const { links: _links, ...officeStore } = await server.makeBucket('office', 'closed')
  return { officeStore, officeKey: server.accessKey }
}

async function close({ orders, office, updates, workspace }: AppServices): Promise<void> {
  orders.close()
  updates.close()
  office.close()
  await workspace.close()
}
