import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { fieldsOfRegistry, readRegistry, type Ran } from './windows-registry.ts'

/** A key with values and a subkey, as `reg.exe query … /s` prints them. */
const listing = [
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk`,
  '    environments    REG_SZ    live, practice',
  '    liveBaseUrl    REG_SZ    https://api.insurer.example/v1',
  '    lockAfterMinutes    REG_DWORD    0x5',
  '    pinNeedsLetters    REG_DWORD    0x1',
  '    updateFeed    REG_SZ    ',
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk\Old`,
  '    lockAfterMinutes    REG_DWORD    0x1e0',
  '',
  '',
].join('\r\n')
const key = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk`
const one = (line: string): unknown => fieldsOfRegistry(`${key}\r\n${line}\r\n`)

describe('a listing of the registry', () => {
  it('gives the values of the key, and those of subkeys as unknown fields', () => {
    expect(fieldsOfRegistry(listing)).toEqual({
      environments: ['live', 'practice'],
      liveBaseUrl: 'https://api.insurer.example/v1',
      lockAfterMinutes: 5,
      pinNeedsLetters: true,
      updateFeed: '',
      'lockAfterMinutes (below)': expect.any(Symbol) as unknown,
    })
  })

  it('makes one field of the values in the subkey of a file store', () => {
    const store = [
      `${key}\\LiveFileStore`,
      '    endpoint    REG_SZ    https://s3.merchant.example',
      '    links    REG_SZ    https://files.merchant.example',
      '    region    REG_DWORD    0x1',
      `${key}\\LiveFileStore\\Old`,
      '    bucket    REG_SZ    older',
    ]
    expect(fieldsOfRegistry([key, ...store].join('\r\n'))).toEqual({
      liveFileStore: {
        endpoint: 'https://s3.merchant.example',
        links: 'https://files.merchant.example',
        region: 1,
      },
      'bucket (below)': expect.any(Symbol) as unknown,
    })
  })

  it('makes one field of the values in the subkey of status names', () => {
    const names = [`${key}\\statusNames`, '    1    REG_SZ    Open', '    2    REG_SZ    \\u1eccna']
    expect(fieldsOfRegistry([key, ...names].join('\r\n'))).toEqual({
      statusNames: { '1': 'Open', '2': 'Ọna' },
    })
  })

  it.each([
    ['    environments    REG_MULTI_SZ    live\\0practice', { environments: ['live', 'practice'] }],
    ['    finalStatuses    REG_SZ    2, 4', { finalStatuses: ['2', '4'] }],
    ['    pinNeedsLetters    REG_DWORD    0x0', { pinNeedsLetters: false }],
    ['    keepReceivedDays    REG_DWORD    0x5a', { keepReceivedDays: 90 }],
    ['    (Standard)    REG_SZ    text', { '(Standard)': 'text' }],
    ['    branchName    REG_SZ    \\u1eccshodi', { branchName: 'Ọshodi' }],
    [
      '    notNeededLink    REG_SZ    https://files.example/\\u1234',
      { notNeededLink: String.raw`https://files.example/\u1234` },
    ],
    ['    startAtLogin    REG_DWORD    0x1', { startAtLogin: true }],
  ])('reads %s', (line, fields) => {
    expect(one(line)).toEqual(fields)
  })

  it.each([
    '    lockAfterMinutes    REG_QWORD    0x5',
    '    liveBaseUrl    REG_EXPAND_SZ    https://%HOST%',
    '    liveBaseUrl    REG_MULTI_SZ    https://a.example\\0https://b.example',
    '    pinNeedsLetters    REG_DWORD    0x2',
    '    keepReceivedDays    REG_BINARY    05',
    '    keepReceivedDays    REG_DWORD    5',
    '    branchName    REG_SZ    Ìbàdàn',
  ])('takes nothing from %s', (line) => {
    expect(Object.values(one(line) ?? {})).toEqual([expect.any(Symbol)])
  })

  it.each([
    '',
    'ERROR: Access is denied.',
    '    lockAfterMinutes    REG_DWORD    0x5',
    String.raw`HKEY_CURRENT_USER\SOFTWARE\Policies\Claims Desk`,
    String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk Too`,
  ])('is rejected: %s', (printed) => {
    expect(fieldsOfRegistry(`${printed}\r\n`)).toBeNull()
  })
})

describe('the registry', () => {
  const asked: unknown[] = []
  /** Results of `reg.exe`, one per call. */
  const read = (...answers: Ran[]) =>
    readRegistry((program, args) => {
      asked.push([program, ...args])
      return Promise.resolve(answers.shift() ?? { type: 'failed' })
    })
  const absent = ran('ERROR: …', 1)
  const others = [
    '',
    String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google`,
    String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Claims Desk Too`,
    '',
  ].join('\r\n')

  it('is queried by a Windows program, by its full path', async () => {
    expect(await read(ran(listing))).toMatchObject({ ok: true })
    expect(asked.at(-1)).toEqual([String.raw`C:\Windows\System32\reg.exe`, 'query', key, '/s'])
  })

  it('is asked a second time where its program did not answer in time', async () => {
    expect(await read({ type: 'failed' }, ran(listing))).toEqual(await read(ran(listing)))
    expect(await read(absent, { type: 'failed' }, ran(others))).toEqual(ok(null))
  })

  it('sets nothing when the key is not among the policies', async () => {
    expect(await read(absent, ran(others))).toEqual(ok(null))
  })

  it.each<[string, Ran[], string]>([
    ['is not there', [{ type: 'failed' }], 'not-asked'],
    ['is denied to everyone', [absent, absent], 'not-asked'],
    ['may not read the key, which is there', [absent, ran(`${others}\r\n${key}\r\n`)], 'unreadable'],
    ['says something else', [ran('something else')], 'unreadable'],
  ])('is not taken for empty when its program %s', async (_what, answers, flaw) => {
    expect(await read(...answers)).toEqual(err(flaw))
  })
})

function ran(printed: string, code = 0): Ran {
  return { type: 'ended', code, printed }
}
