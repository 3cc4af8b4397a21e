import { expect, it } from 'vitest'
import { managedFields, type ManagedField } from '#shared/managed-settings.ts'
import { storeAt } from '#testing/file-store/objects.ts'
import { readFields } from './managed-fields.ts'

const whole = {
  environments: ['live', 'practice'],
  liveBaseUrl: 'https://api.insurer.example/v1',
  sandboxBaseUrl: 'https://sandbox.insurer.example',
  liveFileStore: {
    endpoint: 'https://s3.eu-west-2.amazonaws.com',
    region: 'eu-west-2',
    bucket: 'merchant-claims',
    prefix: 'branch/',
    style: 'host',
    links: 'https://files.merchant.example',
  },
  sandboxFileStore: storeAt('https://s3.merchant.example'),
  keepReceivedDays: 60,
  lockAfterMinutes: 5,
  updateFeed: 'https://updates.merchant.example/desk',
  branchName: 'Oshodi',
  statusNames: { '1': 'Open' },
  finalStatuses: ['2', '4'],
  startAtLogin: true,
  notifications: false,
  sharedOutbox: false,
  notNeededLink: 'https://merchant.example/nobody-died',
  notAvailableLink: 'https://merchant.example/not-available',
  pinMinimumLength: 8,
  pinNeedsLetters: true,
} as const

it('is taken as it is when every field is valid', () => {
  expect(readFields(whole)).toEqual({ values: whole, problems: [] })
  expect(Object.keys(whole)).toEqual([...managedFields])
})

it('is empty when it sets nothing', () => {
  expect(readFields({})).toEqual({ values: {}, problems: [] })
})

it.each<[ManagedField, unknown, unknown]>([
  ['environments', 'live', ['live']],
  ['liveBaseUrl', ' https://api.insurer.example/v1/ ', 'https://api.insurer.example/v1'],
  ['updateFeed', 'http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['keepReceivedDays', 3650, 3650],
  ['lockAfterMinutes', 480, 480],
  ['pinMinimumLength', 32, 32],
  ['pinNeedsLetters', false, false],
  ['branchName', '', ''],
  ['notNeededLink', '', ''],
])('takes %s from %j as %j', (field, given, taken) => {
  expect(readFields({ [field]: given })).toEqual({ values: { [field]: taken }, problems: [] })
})

it.each<[ManagedField, unknown]>([
  ['environments', []],
  ['environments', ['live', 'live']],
  ['environments', ['live', 'production']],
  ['liveBaseUrl', 'http://api.insurer.example'],
  ['liveBaseUrl', 'https://someone:secret@api.insurer.example'],
  ['liveBaseUrl', 'https://api.insurer.example/?token=1'],
  ['sandboxBaseUrl', 7],
  ['liveFileStore', { ...whole.liveFileStore, endpoint: 'http://s3.merchant.example' }],
  ['liveFileStore', { ...whole.liveFileStore, bucket: '../other' }],
  ['liveFileStore', { ...whole.liveFileStore, links: undefined }],
  ['sandboxFileStore', { ...whole.sandboxFileStore, prefix: '/claims' }],
  ['sandboxFileStore', { ...whole.sandboxFileStore, links: 'for-ever' }],
  ['updateFeed', 'http://updates.merchant.example'],
  ['keepReceivedDays', 3651],
  ['keepReceivedDays', '60'],
  ['lockAfterMinutes', 481],
  ['pinMinimumLength', 5],
  ['pinMinimumLength', 33],
  ['pinNeedsLetters', 'yes'],
  ['branchName', 'x'.repeat(201)],
  ['statusNames', { '1': '' }],
  ['finalStatuses', ['']],
  ['startAtLogin', 1],
  ['notifications', 'no'],
  ['notNeededLink', 'http://merchant.example/nobody-died'],
])('leaves out %s where it is %j, reports it, and keeps every other field', (field, bad) => {
  const { [field]: _left, ...others } = whole
  expect(readFields({ ...whole, [field]: bad })).toEqual({
    values: others,
    problems: [{ type: 'bad-value', field }],
  })
})

it('reports an unknown field by name, or without its name if that is not a plain word', () => {
  expect(readFields({ enviroment: 'live', 'Ada Obi 0803 000 0000': 1, ...whole })).toEqual({
    values: whole,
    problems: [
      { type: 'unknown-field', name: 'enviroment' },
      { type: 'unknown-field', name: null },
    ],
  })
})

it.each([
  ['secretKey', 'secretKey'],
  ['key', 'key'],
  ['merchantKey', 'merchantKey'],
  ['API_KEY', null],
  ['accessToken', 'accessToken'],
  ['Password', 'Password'],
  ['passphrase', 'passphrase'],
  ['client-secret', null],
])('reports %s as a secret and never reads its value', (name, reported) => {
  const found = {
    ...whole,
    get [name](): never {
      throw new Error('Its value was looked at.')
    },
  }
  expect(readFields(found)).toEqual({
    values: whole,
    problems: [{ type: 'looks-secret', name: reported }],
  })
})

it('never reads a key that was put beside a file store', () => {
  const store = {
    ...whole.liveFileStore,
    storageClass: 'cheap',
    get accessKey(): never {
      throw new Error('Its value was looked at.')
    },
  }
  expect(readFields({ ...whole, liveFileStore: store })).toEqual({
    values: whole,
    problems: [
      { type: 'unknown-field', name: 'storageClass' },
      { type: 'looks-secret', name: 'accessKey' },
    ],
  })
})

it('takes no field from its prototype', () => {
  expect(readFields(JSON.parse('{"__proto__":{"lockAfterMinutes":1}}') as never).values).toEqual({})
})
