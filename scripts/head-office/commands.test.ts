import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { backupPassphraseOf } from '#main/office/head-office/kept-fleet.ts'
import type { FleetContent } from '#main/office/head-office/fleet-content.ts'
import { openOrder, orderFileName, signedContent } from '#main/office/head-office/order-format.ts'
import { openBox, readBox } from '#main/office/head-office/passphrase-box.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { readManifest } from '#main/shell/updates/manifest.ts'
import { projectRoot } from '../project-root.ts'
import { askSecret } from './ask.ts'
import { headOffice } from './commands.ts'
import type { FleetFile } from './fleet-file.ts'
import { openFleetFile, setUpContent } from './make-files.ts'
import { readBranches } from './read-branches.ts'
import { readConfig } from './read-config.ts'

const passphrase = 'nine hills and a made-up sea'
let folder: string
let said: string[]
/** What lies on the feed. */
let onFeed: (url: string) => Promise<Buffer | null>

function run(answers: readonly string[], ...args: string[]): Promise<number> {
  const left = [...answers]
  return headOffice(args, {
    ...around,
    ask: (question, file) =>
      file === undefined ? Promise.resolve(left.shift() ?? question) : askSecret(question, file),
    say: (line) => said.push(line),
  })
}
const around = {
  program: 'head-office',
  now: () => new Date(),
  bytesAt: (url: string): Promise<Buffer | null> => onFeed(url),
  cost: { cost: 2 ** 8, blockSize: 8, parallelization: 1 },
}
const at = (name: string): string => join(folder, name)
const valid = () => ({ validDays: 30, now: new Date() })

const store = {
  endpoint: 'https://s3.eu-west-2.amazonaws.com',
  region: 'eu-west-2',
  bucket: 'merchant-claims',
  style: 'host',
  links: 'https://files.merchant.example',
}
const officeStore = {
  ...{ endpoint: 'https://s3.example', region: 'auto', bucket: 'merchant-office' },
  ...{ prefix: 'desk/', style: 'path' },
}
const live = { liveBaseUrl: 'https://api.insurer.example', statusNames: { '1': 'Open' } }

const config = (fields: object): void => writeFileSync(at('config.json'), JSON.stringify(fields))
const table = (...lines: string[]): void => writeFileSync(at('b.csv'), lines.join('\n'))

beforeEach(() => {
  folder = createTestFolder()
  said = []
  onFeed = () => Promise.resolve(null)
  config(live)
  mkdirSync(at('out'))
})

const newFleet = (answers: readonly string[], ...more: string[]): Promise<number> =>
  run(answers, 'new', at('config.json'), '--office', at('office'), ...more)
const makeFiles = (...answers: string[]): Promise<number> =>
  run(answers, 'make-files', '--office', at('office'), '--branches', at('b.csv'), '--out', at('out'))
const change = (answers: readonly string[], ...more: string[]): Promise<number> =>
  run([passphrase, ...answers], 'change', '--office', at('office'), '--out', at('out'), ...more)
const replaceKey = (answers: readonly string[], ...more: string[]): Promise<number> =>
  change(answers, '--new-key', 'live', ...more)
/** What its configuration says then. */
const reconfigure = (answers: readonly string[], fields: object): Promise<number> => {
  config(fields)
  return change(answers, '--config', at('config.json'))
}

async function office(): Promise<FleetFile> {
  const opened = await openFleetFile(readFileSync(at('office')), passphrase)
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

async function contentOf(name: string, given: string): Promise<FleetContent> {
  const box = readBox('set-up', readFileSync(join(at('out'), `${name}.cdsetup`)))
  const text = box.ok ? await openBox('set-up', box.value, given) : box
  if (!text.ok) throw new Error(text.error.type)
  const content = signedContent(text.value)
  if (content === null) throw new Error('Not signed.')
  return content
}

function order(): FleetContent {
  const bytes = readFileSync(join(at('out'), orderFileName))
  const opened = openOrder(bytes, known)
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}
let known: FleetFile['fleet']

describe('head office’s command', () => {
  it('makes its own file once, under a passphrase that was typed twice and is hard to guess', async () => {
    await expect(newFleet(['made-up-key', 'passwordpassword'])).rejects.toThrow(/easy to guess/)
    await expect(newFleet(['made-up-key', passphrase, 'another'])).rejects.toThrow(/differ/)
    await expect(newFleet(['a key', passphrase, passphrase])).rejects.toThrow(/secret for live/)
    expect(existsSync(at('office'))).toBe(false)
    expect(await newFleet(['made-up-key', passphrase, passphrase])).toBe(0)
    await expect(newFleet(['made-up-key', passphrase, passphrase])).rejects.toThrow(/there already/)
    expect(readFileSync(at('office'), 'latin1')).not.toMatch(/insurer|made-up-key/)
    await run([passphrase], 'show', '--office', at('office'))
    expect(said.at(-1)).toBe('Number 0')
    await replaceKey(['made-up-key-2'])
    // Every computer has to read it.
    expect(statSync(join(at('out'), orderFileName)).mode & 0o777).toBe(0o644)
    await expect(run(['wrong'], 'show', '--office', at('office'))).rejects.toThrow('Wrong passphrase.')
  })

  it('makes a file for each branch under a passphrase of its own, and lists the first PINs', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    table('branch,officer,role', 'Ikeja,Ada,manager', '"Lagos, Yaba",Bayo,manager')
    await makeFiles(passphrase, '')
    const passphrases = readFileSync(join(at('out'), 'passphrases.csv'), 'utf8').match(
      /([a-z2-9]{4}-){4}[a-z2-9]{4}/g,
    )
    expect(new Set(passphrases).size).toBe(2)
    for (const [n, name] of ['Ikeja', 'Lagos-Yaba'].entries())
      expect(await contentOf(name, passphrases?.[n] ?? '')).toMatchObject({ version: 1 })
    expect(said.join('\n')).not.toContain(passphrases?.[0])
    expect(readFileSync(join(at('out'), 'first-pins.csv'), 'utf8')).toMatch(/"Ikeja","Ada","manager","\d{8}"/)
  })

  it('overwrites nothing, and makes no folder that a share may stand in for', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    table('branch,officer,role', 'Ikeja,Ada,manager')
    await makeFiles(passphrase, '')
    const before = readFileSync(join(at('out'), 'first-pins.csv'), 'utf8')
    table('branch,officer,role', 'Yaba,Bayo,manager')
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/first-pins.csv is there already/)
    expect(readFileSync(join(at('out'), 'first-pins.csv'), 'utf8')).toBe(before)
    expect(existsSync(join(at('out'), 'Yaba.cdsetup'))).toBe(false)
    rmSync(at('out'), { recursive: true })
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/no folder/)
    await expect(replaceKey(['made-up-key-2'])).rejects.toThrow(/no folder/)
    expect(existsSync(at('out'))).toBe(false)
    expect((await office()).fleet.number).toBe(0)
  })

  it('asks twice for one passphrase of all set-up files', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    table('branch,officer,role', 'Ikeja,Ada,manager')
    const shared = 'seven rivers in a made-up valley'
    await expect(makeFiles(passphrase, shared, 'seven rivers')).rejects.toThrow(/differ/)
    await makeFiles(passphrase, shared, shared)
    expect(await contentOf('Ikeja', shared)).toMatchObject({ version: 1 })
  })

  it('gives first PINs that a spreadsheet does not shorten', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    const officers = Array.from({ length: 60 }, (_, n) => ({ name: `Ada ${n}`, role: 'manager' as const }))
    const { branch } = setUpContent(await office(), { name: 'Ikeja', officers }, valid())
    expect(branch?.officers).toHaveLength(60)
    expect(branch?.officers.filter(({ firstPin }) => !/^[1-9]\d{7}$/.test(firstPin))).toEqual([])
  })

  it('reads a passphrase that PowerShell wrote, and says what is no text', async () => {
    const file = (name: string, content: Buffer): string => {
      writeFileSync(at(name), content)
      return at(name)
    }
    const utf16 = file('utf16', Buffer.from(`\ufeff${passphrase}\r\n`, 'utf16le'))
    const marked = file('marked', Buffer.from(`\ufeff${passphrase}\r\n`))
    await newFleet(['made-up-key'], '--passphrase-file', utf16)
    expect(await run([passphrase], 'show', '--office', at('office'))).toBe(0)
    expect(await run([], 'show', '--office', at('office'), '--passphrase-file', marked)).toBe(0)
    const image = file('image', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]))
    await expect(run([], 'show', '--office', at('office'), '--passphrase-file', image)).rejects.toThrow(
      /not plain text/,
    )
  })

  it('takes a file store in the policy’s form, with one access key for all', async () => {
    config({ ...live, liveFileStore: store, liveAccessKeyId: 'branches' })
    await newFleet(['made-up-key', 'made-up-secret', passphrase, passphrase])
    const { places, fleet } = await office()
    expect(places[0]?.fileStore).toEqual({
      store: expect.objectContaining({
        prefix: '',
        links: 'https://files.merchant.example',
      }) as unknown,
      accessKey: { id: 'branches', secret: 'made-up-secret' },
    })
    known = fleet
    await reconfigure(['another-secret'], { ...live, liveFileStore: store, liveAccessKeyId: 'later' })
    expect(order().places[0]).toMatchObject({
      key: 'made-up-key',
      fileStore: { accessKey: { id: 'later', secret: 'another-secret' } },
    })
  })

  it('gives each branch the access key of its own, keeps it, and takes another for it', async () => {
    config({ ...live, liveFileStore: store })
    await newFleet(['made-up-key', passphrase, passphrase])
    table('branch,officer,role,accessKeyId,secretFile', 'Ikeja,Ada,manager,ikeja,i.txt', 'Yaba,,,,')
    writeFileSync(at('i.txt'), 'made-up-secret-of-ikeja\n')
    writeFileSync(at('y.txt'), 'made-up-secret-of-yaba\n')
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/Yaba has no access key/)
    table('branch,accessKeyId,secretFile', 'Ikeja,one,i.txt', 'Yaba,one,y.txt')
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/one access key/)
    table('branch,officer,role,accessKeyId,secretFile', 'Ikeja,Ada,manager,ikeja,i.txt', 'Yaba,,,yaba,y.txt')
    writeFileSync(at('y.txt'), 'a secret\n')
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/^Access key yaba is not valid/)
    expect((await office()).branches).toEqual([])
    writeFileSync(at('y.txt'), 'made-up-secret-of-yaba\n')
    const shared = 'seven rivers in a made-up valley'
    await makeFiles(passphrase, shared, shared)
    const keyOf = async (name: string): Promise<unknown> =>
      (await contentOf(name, shared)).places[0]?.fileStore?.accessKey
    expect(await keyOf('Ikeja')).toEqual({ id: 'ikeja', secret: 'made-up-secret-of-ikeja' })
    expect(await keyOf('Yaba')).toEqual({ id: 'yaba', secret: 'made-up-secret-of-yaba' })
    known = (await office()).fleet
    await replaceKey(['made-up-key-2'])
    expect(order().places[0]?.fileStore).toMatchObject({ accessKey: null })
    // The files of secrets are gone, and one branch gets another key.
    rmSync(at('i.txt'))
    writeFileSync(at('y.txt'), 'made-up-secret-two-of-yaba\n')
    table('branch,officer,role,accessKeyId,secretFile', 'Ikeja,Ada,manager,,', 'Yaba,,,yaba-2,y.txt')
    rmSync(at('out'), { recursive: true })
    mkdirSync(at('out'))
    await makeFiles(passphrase, shared, shared)
    expect(await keyOf('Ikeja')).toEqual({ id: 'ikeja', secret: 'made-up-secret-of-ikeja' })
    expect(await keyOf('Yaba')).toEqual({ id: 'yaba-2', secret: 'made-up-secret-two-of-yaba' })
    await run([passphrase], 'show', '--office', at('office'))
    expect(said.slice(-2).toSorted()).toEqual([
      'Branch Ikeja, access key ikeja',
      'Branch Yaba, access key yaba-2',
    ])
  })

  it('knows its branches, each in one spelling', async () => {
    config({ ...live, officeStore, officeAccessKeyId: 'put-only' })
    await newFleet(['made-up-key', 'put-secret', passphrase, passphrase])
    const shown = (branch: string): Promise<number> =>
      run([passphrase], 'backup-passphrase', '--office', at('office'), '--branch', branch)
    await expect(shown('Ikeja')).rejects.toThrow(/no branch Ikeja/)
    table('branch', 'Ikeja', 'ikeja')
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/one branch in two spellings/)
    table('branch', 'Ikeja')
    await makeFiles(passphrase, '')
    expect(await shown('Ikeja')).toBe(0)
    await expect(shown('ikeja')).rejects.toThrow(/is called Ikeja/)
    // Letters with marks are written in two ways, which no one sees.
    table('branch', '\u1eccshodi')
    rmSync(at('out'), { recursive: true })
    mkdirSync(at('out'))
    await makeFiles(passphrase, '')
    expect(await shown('O\u0323shodi')).toBe(0)
    await expect(shown('Nosuch')).rejects.toThrow(/no branch Nosuch. There are: Ikeja, \u1eccshodi/)
    table('branch', 'IKEJA')
    rmSync(at('out'), { recursive: true })
    mkdirSync(at('out'))
    await expect(makeFiles(passphrase, '')).rejects.toThrow(/is called Ikeja/)
  })

  it('leaves nothing half where it is interrupted: each file that is there has its lines', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    table('branch,officer,role', 'Ikeja,Ada,manager', 'Yaba,Bayo,manager')
    const stopped = new Error('stopped')
    const stops = headOffice(
      ['make-files', '--office', at('office'), '--branches', at('b.csv'), '--out', at('out')],
      {
        ...around,
        ask: (question) => Promise.resolve(question.startsWith('The passphrase') ? passphrase : ''),
        say: () => {
          throw stopped
        },
      },
    )
    await expect(stops).rejects.toBe(stopped)
    const lines = (list: string): string => readFileSync(join(at('out'), list), 'utf8')
    expect(existsSync(join(at('out'), 'Ikeja.cdsetup'))).toBe(true)
    expect(existsSync(join(at('out'), 'Yaba.cdsetup'))).toBe(false)
    expect([lines('passphrases.csv'), lines('first-pins.csv')]).toEqual([
      expect.stringMatching(/Ikeja/),
      expect.stringMatching(/"Ikeja","Ada"/),
    ])
  })

  it('changes all that computers were given, and nothing that is not named', async () => {
    config({ ...live, updateFeed: 'https://updates.example/desk' })
    await newFleet(['made-up-key', passphrase, passphrase])
    known = (await office()).fleet
    await expect(change([])).rejects.toThrow(/Nothing would change/)
    await expect(change(['x'], '--new-key', 'sandbox')).rejects.toThrow(/no environment sandbox/)
    const sandbox = { sandboxBaseUrl: 'https://sandbox.insurer.example' }
    const later = { liveBaseUrl: 'https://api2.insurer.example', ...sandbox, statusNames: { '1': 'Paid' } }
    await reconfigure(['sandbox-key'], later)
    expect(order()).toMatchObject({
      places: [
        { environment: 'live', baseUrl: 'https://api2.insurer.example', key: 'made-up-key' },
        { environment: 'sandbox', key: 'sandbox-key' },
      ],
      settings: { statusNames: { '1': 'Paid' } },
      officeStore: null,
    })
    // What is no longer named stays there as it is.
    expect(order().settings).not.toHaveProperty('updateFeed')
    said = []
    await run([passphrase], 'show', '--office', at('office'), '--config-only')
    expect(JSON.parse(said.join('\n'))).toEqual(later)
  })

  it('seals what follows a theft for those alone who take a new set-up file', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    const before = (await office()).fleet
    await replaceKey(['made-up-key-2'], '--after-theft')
    const bytes = readFileSync(join(at('out'), orderFileName))
    expect(openOrder(bytes, before)).toMatchObject({ error: 'unreadable' })
    expect(openOrder(bytes, (await office()).fleet)).toMatchObject({ ok: true })
    expect(said.join()).toMatch(/make-files/)
  })

  it('asks which of two ways a secret changes, and writes nothing', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    const before = readFileSync(at('office'))
    await expect(replaceKey(['made-up-key-2'], '--after-theft', '--new-secret')).rejects.toThrow(/Choose one/)
    expect(readFileSync(at('office'))).toEqual(before)
    expect(existsSync(join(at('out'), orderFileName))).toBe(false)
  })

  it('gives no environment the secret of another', async () => {
    config({ ...live, sandboxBaseUrl: 'https://sandbox.insurer.example' })
    writeFileSync(at('key'), 'made-up-key')
    writeFileSync(at('sandbox-key'), 'made-up-sandbox-key')
    const keys = (...files: string[]): Promise<number> =>
      newFleet([passphrase, passphrase], ...files.flatMap((file) => ['--key-file', file]))
    await expect(keys(at('key'))).rejects.toThrow(/live=FILE/)
    await expect(keys(`live=${at('key')}`, `sandbox=${at('key')}`)).rejects.toThrow(/one file for two/)
    await expect(newFleet(['same', 'same', passphrase, passphrase])).rejects.toThrow(/other environment/)
    expect(existsSync(at('office'))).toBe(false)
    await keys(`sandbox=${at('sandbox-key')}`, `live=${at('key')}`)
    expect((await office()).places.map(({ environment, key }) => [environment, key])).toEqual([
      ['live', 'made-up-key'],
      ['sandbox', 'made-up-sandbox-key'],
    ])
    await expect(replaceKey([], '--key-file', `sandbox=${at('key')}`)).rejects.toThrow(/not meant/)
    // Where one environment gets another key, a file alone is for that one.
    writeFileSync(at('key'), 'made-up-key-2')
    await replaceKey([], '--key-file', at('key'))
    expect((await office()).places.map(({ key }) => key)).toEqual(['made-up-key-2', 'made-up-sandbox-key'])
  })

  it('gives no number twice, even by an old copy of its own file', async () => {
    await newFleet(['made-up-key', passphrase, passphrase])
    copyFileSync(at('office'), at('copy'))
    await replaceKey(['made-up-key-2'], '--new-secret')
    // What it wrote itself opens no longer, and is known.
    await replaceKey(['made-up-key-3'])
    copyFileSync(at('office'), at('newest'))
    copyFileSync(at('copy'), at('office'))
    await expect(replaceKey(['made-up-key-4'])).rejects.toThrow(/newer copy/)
    rmSync(join(at('out'), orderFileName))
    await replaceKey(['made-up-key-2'])
    copyFileSync(at('copy'), at('office'))
    await expect(replaceKey(['made-up-key-4'])).rejects.toThrow(/has number 1, and .* knows 0/)
    expect((await office()).fleet.number).toBe(0)
    copyFileSync(at('newest'), at('office'))
    rmSync(join(at('out'), orderFileName))
    await replaceKey(['made-up-key-4'])
    expect((await office()).fleet.number).toBe(3)
  })

  it('compares with the feed, which proves nothing where it does not tell', async () => {
    config({ ...live, updateFeed: 'https://updates.example/desk/' })
    await newFleet(['made-up-key', passphrase, passphrase])
    const feed = 'https://updates.example/desk/head-office.claims-desk'
    const asked: string[] = []
    onFeed = (url) => Promise.resolve((asked.push(url), null))
    await replaceKey(['made-up-key-2'])
    expect([asked, said.some((line) => line.includes('newest copy?'))]).toEqual([[feed], false])
    copyFileSync(at('office'), at('copy'))
    await replaceKey(['made-up-key-3'])
    const newer = readFileSync(join(at('out'), orderFileName))
    copyFileSync(at('copy'), at('office'))
    rmSync(join(at('out'), orderFileName))
    onFeed = () => Promise.resolve(newer)
    await expect(replaceKey(['made-up-key-4'])).rejects.toThrow(/desk has number 2, and .* knows 1/)
    expect((await office()).fleet.number).toBe(1)
    for (const unknown of [
      () => Promise.reject(new Error('no way')),
      () => Promise.resolve(Buffer.from('no')),
    ]) {
      onFeed = unknown
      await replaceKey([`made-up-key-${said.length}`])
      expect(said.at(-4)).toContain(`newest copy? ${feed}: `)
    }
  })

  it('gives a branch the passphrase of its own backups alone, shows it again, and replaces it', async () => {
    config({ ...live, officeStore, officeAccessKeyId: 'put-only' })
    await newFleet(['made-up-key', 'put-secret', passphrase, passphrase])
    const passphraseOf = async (name: string): Promise<string> => {
      const content = setUpContent(await office(), { name, officers: [] }, valid())
      return backupPassphraseOf(content.branch?.secret ?? '', content.backupSalt ?? '')
    }
    const ikeja = await passphraseOf('Ikeja')
    expect(ikeja).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    expect(await passphraseOf('Yaba')).not.toBe(ikeja)
    expect(await passphraseOf('Ikeja')).toBe(ikeja)
    // What it is made of is in no set-up file.
    const { privateKey, fleet } = await office()
    const content = setUpContent(await office(), { name: 'Ikeja', officers: [] }, valid())
    expect(JSON.stringify(content)).not.toContain(privateKey)
    table('branch', 'Ikeja')
    await makeFiles(passphrase, '')
    const shown = ['backup-passphrase', '--office', at('office'), '--branch', 'Ikeja']
    await run([passphrase], ...shown)
    expect(said).toContain(ikeja)
    known = fleet
    await replaceKey(['made-up-key-2'])
    expect(await passphraseOf('Ikeja')).toBe(ikeja)
    await replaceKey(['made-up-key-3'], '--new-backup-passphrase')
    const later = await passphraseOf('Ikeja')
    expect(later).not.toBe(ikeja)
    expect(order().backupSalt).toBe((await office()).backupSalts.at(-1))
    await run([passphrase], ...shown)
    // Older backups open by the older one.
    expect(said.slice(-2)).toEqual([later, ikeja])
  })

  it('signs a manifest by a key whose passphrase is asked for', async () => {
    const installer = at('claims-desk-1.2.3-win-x64.exe')
    writeFileSync(installer, 'a made-up program')
    await run([passphrase, passphrase], 'sign-manifest', 'make-key', at('key.pem'))
    const publicKey = said.at(-1) ?? ''
    await expect(run(['wrong'], 'sign-manifest', 'sign', at('key.pem'), installer)).rejects.toThrow(
      /does not open/,
    )
    await run([passphrase], 'sign-manifest', 'sign', at('key.pem'), installer)
    expect(said.at(-1)).toBe(`Signed ${at('latest.json')}.`)
    const signature = readFileSync(at('latest.json.sig'), 'utf8')
    expect(readManifest(readFileSync(at('latest.json')), signature, [publicKey]).version).toBe('1.2.3')
  })

  it('says what it knows, and takes nothing without a word', async () => {
    expect(await run([], '--help')).toBe(0)
    expect(said.join()).toMatch(
      /new CONFIG.*show.*change.*make-files.*statuses.*check-policy.*sign-manifest/s,
    )
    expect(await run([], 'make-files', '--help')).toBe(0)
    await expect(run([], 'make-file')).rejects.toThrow(/no command make-file: new, change, show, make-files/)
    await expect(run([], 'new')).rejects.toThrow(/needs the name/)
    await expect(run([], 'show', 'office.cdfleet')).rejects.toThrow(/one name too many/)
    await expect(newFleet([], '--valid-days', '3')).rejects.toThrow(/--valid-days does not belong/)
    await expect(run([], 'show', '--offise', 'x')).rejects.toThrow(/'--offise'\. See --help\.$/)
  })
})

describe('config.json', () => {
  it.each<[object, RegExp]>([
    [
      { liveFileStore: { ...store, links: 'files' } },
      /“liveFileStore” is not valid\. Valid: .*“links” \(the address of the links\)/,
    ],
    [{ liveFileStore: { ...store, folder: 'desk/' } }, /“folder” is not known/],
    [{ sandboxFileStore: store }, /“sandboxBaseUrl” is missing/],
    [{ liveAccessKeyId: 'x' }, /has no “liveFileStore”/],
    [{ liveBaseUrl: 'http://api.insurer.example' }, /“liveBaseUrl” is not valid\. Valid: an address/],
    [{ liveBaseUrl: undefined }, /“liveBaseUrl” is missing/],
    [{ lockAfterMinutes: 5 }, /“lockAfterMinutes” belongs in the policy/],
    [{ branchName: 'Ikeja' }, /comes from the table/],
    [{ secretKey: 'made-up' }, /“secretKey” looks like a secret/],
    [{ officeStore }, /belong together/],
    [{ officeAccessKeyId: 'put-only' }, /belong together/],
    [
      { officeStore: { ...officeStore, links: 'public' }, officeAccessKeyId: 'x' },
      /“officeStore” is not valid/,
    ],
  ])('says of %j what is valid', (fields, says) => {
    expect(() => readConfig(JSON.stringify({ ...live, ...fields }), 'config.json')).toThrow(says)
  })

  it('takes the example of the documentation', () => {
    const document = readFileSync(join(projectRoot, 'docs/provisioning.md'), 'utf8')
    const [, example = ''] = /```json\n([^]*?)```/.exec(document) ?? []
    expect(readConfig(example, 'config.json').places).toMatchObject([
      { environment: 'live', store: { links: 'https://merchant-claims.s3.eu-west-2.amazonaws.com' } },
    ])
  })
})

describe('a policy', () => {
  const check = (text: string): Promise<number> => {
    writeFileSync(at('policy.json'), text)
    return run([], 'check-policy', at('policy.json'))
  }

  it('is checked as a computer would read it', async () => {
    expect(await check('{"lockAfterMinutes": 5, "branchName": "Ikeja"}')).toBe(0)
    expect(said).toEqual(['Applies: lockAfterMinutes, branchName.'])
    said = []
    expect(
      await check('{"lockAfterMinutes": -1, "enviroments": "live", "secretKey": "x", "notifications": true}'),
    ).toBe(1)
    expect(said.join('\n')).toMatch(/“lockAfterMinutes” is not valid and is ignored\. Valid: whole minutes/)
    expect(said.join('\n')).toMatch(/“enviroments” is not known/)
    expect(said.join('\n')).toMatch(/“secretKey” looks like a secret/)
    expect(said.at(-1)).toBe('Applies: notifications.')
  })

  it('is said to stop everything where it cannot be read', async () => {
    expect(await check('{\n"lockAfterMinutes": 5,\n}')).toBe(2)
    expect(said.join('\n')).toMatch(/not JSON.* Line 3\..*nothing is sent/s)
    expect(await check(' '.repeat(65_537))).toBe(2)
    expect(await run([], 'check-policy', at('none.json'))).toBe(2)
  })
})

describe('the table of branches', () => {
  it('is read as Excel writes it', () => {
    const text = '\ufeffBranch;Officer;Role\r\nIkeja;"Ada ""A"" Obi";manager\r\nIkeja;Bayo;\r\nYaba;;\r\n'
    expect(readBranches(text)).toEqual([
      {
        name: 'Ikeja',
        officers: [
          { name: 'Ada "A" Obi', role: 'manager' },
          { name: 'Bayo', role: 'officer' },
        ],
        accessKey: null,
      },
      { name: 'Yaba', officers: [], accessKey: null },
    ])
  })

  it('says which line is wrong', () => {
    expect(() => readBranches('a,b\n')).toThrow(/columns/)
    const windows = Buffer.from('branch\nIkeja\nÌjebu\n', 'latin1').toString('utf8')
    expect(() => readBranches(windows)).toThrow(/Line 3 has letters that were lost.*CSV UTF-8/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,boss\n')).toThrow(/Line 2/)
    expect(() => readBranches('branch,officer,role\n,Ada,manager\n')).toThrow(/Line 2/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,officer\n')).toThrow(/no manager/)
    expect(() => readBranches('branch,officer,role\nIkeja,Ada,manager\nIkeja,ada,officer\n')).toThrow(
      /one name/,
    )
  })
})

describe('a bucket for status and backups', () => {
  it('stands in the set-up files, with its own key, and makes a passphrase for backups', async () => {
    config({ ...live, officeStore, officeAccessKeyId: 'put-only' })
    writeFileSync(at('key'), 'made-up-secret\n')
    await newFleet(['made-up-key', passphrase, passphrase], '--office-key-file', at('key'))
    const before = await office()
    const content = setUpContent(before, { name: 'Ikeja', officers: [] }, valid())
    const accessKey = { id: 'put-only', secret: 'made-up-secret' }
    expect(content.officeStore).toEqual({ store: officeStore, accessKey })
    expect(content.backupSalt).not.toBeNull()

    writeFileSync(at('key'), 'made-up-secret-two\n')
    // What is not asked for is not left out without a word.
    await expect(
      change(['made-up-key-2'], '--new-key', 'live', '--office-key-file', at('key')),
    ).rejects.toThrow(/belongs to another/)
    config({ ...live, officeStore, officeAccessKeyId: 'put-too' })
    await change([], '--config', at('config.json'), '--office-key-file', at('key'))
    const replaced = { store: officeStore, accessKey: { id: 'put-too', secret: 'made-up-secret-two' } }
    expect((await office()).officeStore).toEqual(replaced)
    known = before.fleet
    expect(order().officeStore).toEqual(replaced)
  })
})
