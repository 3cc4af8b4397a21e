import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFolderFeed } from '#main/head-office/testing/folder-feed.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { createTestStore } from '#main/keys/testing/store.ts'
import { runTestInsurer, testAccessKey, testStoreAt, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import type { AppServices } from '#main/services.ts'
import { setUpByCommand } from '#main/set-up-command.ts'
import { openServices } from '#main/testing/open-services.ts'
import { recordFigure } from '../proof.ts'
import type { OfficeStore } from '#shared/domain/file-store.ts'
import type { AccessKey } from '#main/keys/store-keys.ts'
import { swift } from '../stores/real-store.ts'
import { headOffice } from '../../scripts/head-office/commands.ts'
import { readComputers } from '../../scripts/computers/read-computers.ts'

/*
 * Head office and its computers, by commands alone: set up from files, given another key when the insurer refuses the
 * first, and listed from what they write into a folder or a bucket. No officer does anything.
 */
const cheap = { cost: 2 ** 8, blockSize: 8, parallelization: 1 }
const firstKey = 'made-up-key-number-one'
const secondKey = 'made-up-key-number-two'
async function insurer(key: string, port = 0): Promise<TestInsurer> {
  const server = await runTestInsurer({ file: ':memory:', pharmacyCount: 20, key, port })
  onTestFinished(() => server.close())
  return server
}

it.each([
  ['a folder', 10],
  ['a bucket', 5],
  ...(swift.isInstalled ? ([['a bucket of Swift', 5]] as const) : []),
] as const)(
  '%s: %i computers are set up, given another key and listed by commands alone',
  async (place, count) => {
    const branches = Array.from({ length: count }, (_, index) => `Branch ${index + 1}`)
    const beganMs = performance.now()
    const office = createTestFolder()
    const at = (name: string, text?: string): string => {
      if (text !== undefined) writeFileSync(join(office, name), text)
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
    const where =
      place === 'a folder' ? { statusFolder: shared } : { officeStore, officeAccessKeyId: officeKey.id }
    const settings = { updateFeed: feed.url, statusNames: { '1': 'Open' }, ...where }
    const own = [
      '--office',
      at('office.cdfleet'),
      '--passphrase-file',
      at('own', 'nine hills and a made-up sea'),
    ]
    const config = at('config.json', JSON.stringify({ liveBaseUrl: first.url, ...settings }))
    const storeKey = ['--office-key-file', at('store-key', officeKey.secret)]
    await command('new-fleet', config, ...own, '--key-file', at('key-1', firstKey), ...storeKey)
    const lines = branches.map((branch) => `${branch},Ada,manager\n${branch},Bayo,officer`)
    mkdirSync(at('files'))
    await command(
      ...['make-files', ...own, '--out', at('files')],
      ...['--branches', at('branches.csv', `branch,officer,role\n${lines.join('\n')}\n`)],
      ...['--files-passphrase-file', at('given', 'seven rivers in a made-up valley')],
    )

    const computers = branches.map((branch) => ({
      branch,
      folder: createTestFolder(),
      store: createTestStore(),
    }))
    const open = async ({ folder, store }: (typeof computers)[number]): Promise<AppServices> => {
      const services = await openServices({
        protection: { safeStorage: store, platform: 'linux' },
        setUpDialogs: { choose: () => Promise.resolve(null), ask: () => Promise.resolve(true) },
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
    await command('replace-key', ...own, '--out', shared, '--key-file', at('key-2', secondKey))
    for (const computer of computers) {
      const services = await open(computer)
      const { api } = services.workspace.environment.connection
      expect(await api.checkConnection()).toEqual({ type: 'key-refused' })
      await services.orders.look()
      expect(await api.checkConnection()).toEqual({ type: 'works' })
      await services.office.writeStatus()
      await close(services)
    }

    const seen = place === 'a folder' ? shared : at('seen')
    if (place !== 'a folder') mkdirSync(seen)
    const reader = ['--access-key-id', officeKey.id, '--access-key-file', at('store-key')]
    await command('computers', seen, ...(place === 'a folder' ? [] : ['--store', config, ...reader]))
    const found = readComputers(seen, new Date()) ?? []
    expect(
      found.map(({ report }) => [report?.computer.branch, report?.computer.keyNumber]).toSorted(),
    ).toEqual(branches.map((branch) => [branch, 1]).toSorted())
    const table = said.at(-1) ?? ''
    expect(table).toContain(`${count} computers`)
    for (const branch of branches) expect(table).toContain(branch)
    expect(second.url).toBe(first.url)
    recordFigure({
      proof: 'ten-computers',
      tried: { part: place, computers: found.length },
      seen: { ms: Math.round(performance.now() - beganMs) },
    })
  },
  60_000,
)

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
  await office.close(0)
  await workspace.close()
}
