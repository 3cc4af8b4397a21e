import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import type { FileStore, StoreCheck } from '#shared/domain/file-store.ts'
import type { StoreInUse } from '#main/file-store/object-store.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createTestStore } from '#testing/keys/store.ts'
import type { AppServices } from '#main/app/services.ts'
import { managedConfigOf, type ManagedConfig } from '#main/office/settings/managed/managed-config.ts'
import type { AddressQuestion } from '#main/shell/questions.ts'
import { storeAt } from '#testing/file-store/objects.ts'
import { openServices } from '#testing/app/open-services.ts'

const own = storeAt('https://s3.merchant.example')
const store: FileStore = { ...own, prefix: '', links: 'https://links.merchant.example' }
const accessKey = { id: 'MADEUPACCESSKEY', secret: 'made-up-secret-0001' }
const wish = { environment: 'live', store, accessKey, evenOffline: false } as const
const works: StoreCheck = { type: 'works', isListable: false, removes: true }
const problem = (name: Extract<StoreCheck, { type: 'problem' }>['problem']): StoreCheck => ({
  type: 'problem',
  problem: name,
  clockAheadMs: null,
  saying: '',
})

interface Office extends AppServices {
  readonly folder: string
  readonly asked: readonly AddressQuestion[]
  /** What was tried, with which key. */
  readonly tried: readonly StoreInUse[]
  readonly inUse: () => Promise<StoreInUse | null>
}

interface OfficeOptions {
  readonly finds?: () => StoreCheck
  readonly allows?: () => boolean
  readonly folder?: string
  readonly safeStorage?: ReturnType<typeof createTestStore>
  readonly managedConfig?: ManagedConfig
}

/** An office whose live environment is open. */
async function office(options: OfficeOptions = {}): Promise<Office> {
  const { finds = () => works, allows = () => true, folder = createTestFolder() } = options
  const asked: AddressQuestion[] = []
  const tried: StoreInUse[] = []
  let nowMs = 0
  const services = await openServices({
    dataFolder: folder,
    // A store is tried once a second at most.
    monotonicMs: () => (nowMs += 1_000),
    confirmAddress: (question) => {
      if (question.isFileStore !== true) return Promise.resolve(true)
      asked.push(question)
      return Promise.resolve(allows())
    },
    checkStore: (inUse) => {
      tried.push(inUse)
      return Promise.resolve(finds())
    },
    protection: { safeStorage: options.safeStorage ?? createTestStore(), platform: 'linux' },
    ...(options.managedConfig === undefined ? {} : { managedConfig: options.managedConfig }),
  })
  // Nothing listens there.
  const insurer = { environment: 'live', baseUrl: 'http://127.0.0.1:9', key: 'made-up-key' } as const
  await services.handlers['environment:connect']({ ...insurer, evenOffline: true })
  const inUse = (): Promise<StoreInUse | null> => services.workspace.environment.connection.fileStore()
  return { ...services, folder, asked, tried, inUse }
}

const managedLive = (fields: Record<string, unknown> = {}): ManagedConfig =>
  managedConfigOf('file', '/policy.json', { liveFileStore: { ...store, ...fields } })

describe('a file store', () => {
  it('is used once it works, also after a restart, and says so', async () => {
    const safeStorage = createTestStore()
    const before = await office({ safeStorage })
    let changes = 0
    before.workspace.signals.fileStoreChanged.subscribe(() => (changes += 1))
    expect((await before.status.now()).hasFileStore).toBe(false)
    const status = { store, isManaged: false, key: { type: 'kept', accessKeyId: accessKey.id } }
    expect(await before.handlers['file-store:set'](wish)).toEqual(ok({ type: 'set', check: works, status }))
    expect(changes).toBe(1)
    expect(before.tried).toEqual([{ store, accessKey }])
    await before.workspace.close()

    const after = await office({ safeStorage, folder: before.folder })
    expect(await after.handlers['file-store:status'](undefined)).toEqual(ok(status))
    expect(await after.inUse()).toEqual({ store, accessKey })
    expect((await after.status.now()).hasFileStore).toBe(true)
  })

  it('leaves its secret in no file and in no answer', async () => {
    const { handlers, folder, status } = await office()
    const answers = [
      await handlers['file-store:set'](wish),
      await handlers['file-store:status'](undefined),
      await handlers['file-store:check'](undefined),
      await status.now(),
    ]
    expect(JSON.stringify(answers)).not.toContain(accessKey.secret)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(accessKey.secret)).toBe(false)
  })

  it.each(['wrong-key', 'link-not-public', 'full'] as const)(
    'stays as it was while the new one answers %s, even where that was allowed',
    async (found) => {
      const { handlers, inUse } = await office({ finds: () => problem(found) })
      expect(await handlers['file-store:set']({ ...wish, evenOffline: true })).toEqual(
        ok({ type: 'unchanged', check: problem(found) }),
      )
      expect(await inUse()).toBeNull()
    },
  )

  it('is set without a connection only where that is said', async () => {
    const { handlers, inUse } = await office({ finds: () => problem('no-connection') })
    await handlers['file-store:set'](wish)
    expect(await inUse()).toBeNull()
    await handlers['file-store:set']({ ...wish, evenOffline: true })
    expect(await inUse()).toEqual({ store, accessKey })
  })

  it('can be tried, and be forgotten with its key', async () => {
    const { handlers, inUse, status } = await office()
    expect(await handlers['file-store:check'](undefined)).toEqual(err({ type: 'no-key' }))
    await handlers['file-store:set'](wish)
    expect(await handlers['file-store:check'](undefined)).toEqual(ok(works))
    expect(await handlers['file-store:clear'](undefined)).toEqual(
      ok({ store: null, isManaged: false, key: { type: 'none' } }),
    )
    expect(await inUse()).toBeNull()
    expect((await status.now()).hasFileStore).toBe(false)
  })

  it('is tried by one call at a time', async () => {
    const { handlers, tried } = await office()
    const both = await Promise.all([handlers['file-store:set'](wish), handlers['file-store:set'](wish)])
    expect(both).toMatchObject([{ ok: true }, { ok: false, error: { type: 'not-possible-now' } }])
    expect(tried).toHaveLength(1)
  })

  it('forgets the key of the one before once the new one works, also where it was set unchecked', async () => {
    let found: StoreCheck = works
    const { handlers } = await office({ finds: () => found })
    await handlers['file-store:set'](wish)
    found = problem('no-connection')
    const elsewhere = { ...store, endpoint: 'https://s3.elsewhere.example' }
    await handlers['file-store:set']({ ...wish, store: elsewhere, evenOffline: true })
    await handlers['file-store:set']({ ...wish, accessKey: null, evenOffline: true })
    const back = { value: { key: { type: 'kept' } } }
    expect(await handlers['file-store:status'](undefined)).toMatchObject(back)
    await handlers['file-store:set']({ ...wish, store: elsewhere, accessKey: null, evenOffline: true })
    found = works
    await handlers['file-store:check'](undefined)
    expect(await handlers['file-store:set']({ ...wish, accessKey: null })).toEqual(err({ type: 'no-key' }))
  })

  it('of practice is its own, and cannot be set or forgotten', async () => {
    const { handlers, inUse, tried } = await office()
    await handlers['settings:change']({ environment: 'practice' })
    expect(await inUse()).toBeNull()
    expect(await handlers['file-store:status'](undefined)).toMatchObject(
      ok({ store: { bucket: 'claims' }, isManaged: false, key: { type: 'practice' } }),
    )
    expect(await handlers['file-store:check'](undefined)).toEqual(ok(works))
    await handlers['practice:connect']({ connected: false })
    expect(await handlers['file-store:check'](undefined)).toEqual(ok(problem('no-connection')))
    expect(tried).toEqual([])
    expect(await handlers['file-store:clear'](undefined)).toEqual(err({ type: 'not-possible-now' }))
  })
})

describe('a new place for files', () => {
  it('is asked about, and nothing is tried or kept where it is declined', async () => {
    const { handlers, asked, tried, inUse } = await office({ allows: () => false })
    expect(await handlers['file-store:set']({ ...wish, evenOffline: true })).toEqual(
      ok({ type: 'unchanged', check: null }),
    )
    expect(asked).toEqual([
      {
        environment: 'live',
        isFileStore: true,
        from: null,
        to: 'https://s3.merchant.example/claims/ (their links: https://links.merchant.example)',
      },
    ])
    expect(tried).toEqual([])
    expect(await inUse()).toBeNull()
  })

  const links = 'https://files.merchant.example'
  const changed: { readonly [F in keyof FileStore]: readonly [Partial<FileStore>, string | null] } = {
    endpoint: [
      { endpoint: 'https://s3.elsewhere.example' },
      'https://s3.elsewhere.example/claims/ (their links: https://links.merchant.example)',
    ],
    bucket: [
      { bucket: 'somebody-elses' },
      'https://s3.merchant.example/somebody-elses/ (their links: https://links.merchant.example)',
    ],
    prefix: [
      { prefix: 'made-up-data/' },
      'https://s3.merchant.example/claims/made-up-data/ (their links: https://links.merchant.example)',
    ],
    style: [
      { style: 'host' },
      'https://claims.s3.merchant.example/ (their links: https://links.merchant.example)',
    ],
    links: [{ links }, 'https://s3.merchant.example/claims/ (their links: https://files.merchant.example)'],
    // Stands in what is signed, and leads nowhere else.
    region: [{ region: 'eu-west-3' }, null],
  }

  it.each(Object.entries(changed))(
    'is asked about where its %s alone is another',
    async (_field, [part, to]) => {
      let allows = true
      const { handlers, asked, tried, inUse } = await office({ allows: () => allows })
      await handlers['file-store:set'](wish)
      allows = false
      const other = { ...store, ...part }
      await handlers['file-store:set']({ ...wish, store: other })
      expect(asked.slice(1).map((question) => question.to)).toEqual(to === null ? [] : [to])
      expect(tried.slice(1).map((one) => one.store)).toEqual(to === null ? [other] : [])
      expect(await inUse()).toEqual({ store: to === null ? other : store, accessKey })
    },
  )

  it('never gets the key of the one before', async () => {
    const { handlers, tried } = await office()
    await handlers['file-store:set'](wish)
    const elsewhere = { ...store, endpoint: 'https://s3.elsewhere.example' }
    expect(await handlers['file-store:set']({ ...wish, store: elsewhere, accessKey: null })).toEqual(
      err({ type: 'no-key' }),
    )
    expect(tried.map((one) => one.store)).toEqual([store])
  })
})

describe('a file store that the organisation sets', () => {
  it('needs only its key, without a question, and cannot be changed', async () => {
    const { handlers, asked, inUse, status } = await office({ managedConfig: managedLive() })
    expect((await status.now()).hasFileStore).toBe(true)
    expect(await handlers['file-store:status'](undefined)).toEqual(
      ok({ store, isManaged: true, key: { type: 'none' } }),
    )
    await handlers['file-store:set'](wish)
    expect(asked).toEqual([])
    expect(await inUse()).toEqual({ store, accessKey })
    const other = { ...wish, store: { ...store, prefix: 'other/' } }
    expect(await handlers['file-store:set'](other)).toEqual(err({ type: 'set-by-organisation' }))
    expect(await handlers['file-store:clear'](undefined)).toEqual(
      ok({ store, isManaged: true, key: { type: 'none' } }),
    )
  })

  it('gets no key that was kept for another origin', async () => {
    const safeStorage = createTestStore()
    const before = await office({ safeStorage })
    await before.handlers['file-store:set'](wish)
    await before.workspace.close()
    const managedConfig = managedLive({ endpoint: 'https://s3.elsewhere.example' })
    const after = await office({ safeStorage, folder: before.folder, managedConfig })
    expect(await after.inUse()).toBeNull()
    expect(await after.handlers['file-store:status'](undefined)).toMatchObject({
      value: { key: { type: 'other-origin', origin: 'https://s3.merchant.example' } },
    })
  })
})
