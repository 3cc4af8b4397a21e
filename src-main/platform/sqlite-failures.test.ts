import { describe, expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { guardStorage, storageFailureOf } from './sqlite.ts'

const thrown = (properties: object): Error => Object.assign(new Error('made up'), properties)

describe('an error of the disk', () => {
  it.each([
    [5, 'io'],
    [8, 'read-only'],
    [10, 'io'],
    [11, 'damaged'],
    [13, 'disk-full'],
    [14, 'io'],
    [26, 'damaged'],
    // SQLITE_READONLY_DIRECTORY, SQLITE_IOERR_FSYNC, SQLITE_CORRUPT_INDEX
    [1544, 'read-only'],
    [1034, 'io'],
    [779, 'damaged'],
    // There was no room for the index of the write-ahead log.
    [4874, 'disk-full'],
  ])('is, for SQLite code %i, %s', (errcode, type) => {
    expect(storageFailureOf(thrown({ errcode, code: 'ERR_SQLITE_ERROR' }))).toEqual({ type })
  })

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'read-only'],
    ['EPERM', 'read-only'],
    ['EIO', 'io'],
    ['EBUSY', 'io'],
    ['ENOTEMPTY', 'io'],
    ['EMFILE', 'io'],
    ['ENFILE', 'io'],
    ['UNKNOWN', 'io'],
  ])('is, for the file system’s %s, %s', (code, type) => {
    expect(storageFailureOf(thrown({ code }))).toEqual({ type })
  })

  it.each([
    ['a constraint', thrown({ errcode: 19, code: 'ERR_SQLITE_ERROR' })],
    ['a code that is no number', thrown({ errcode: '13' })],
    ['a missing file', thrown({ code: 'ENOENT' })],
    ['an error without a code', new TypeError('made up')],
    ['something that is no error', { errcode: 13, code: 'ENOSPC' }],
    ['nothing', undefined],
  ])('is treated as our own bug for %s', (_what, error) => {
    expect(storageFailureOf(error)).toBeNull()
  })
})

describe('storage work', () => {
  const failing = (error: Error) => () => {
    throw error
  }

  it('returns its value', () => {
    expect(guardStorage(() => 7)).toEqual(ok(7))
  })

  it('returns a disk failure as data', () => {
    expect(guardStorage(failing(thrown({ errcode: 13 })))).toEqual(err({ type: 'disk-full' }))
  })

  it('rethrows our own bugs unchanged', () => {
    const bug = new TypeError('made up')
    expect(() => guardStorage(failing(bug))).toThrow(bug)
  })
})
