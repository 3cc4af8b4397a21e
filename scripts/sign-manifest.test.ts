import { createPrivateKey } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isWhole } from '../src-main/shell/updates/fetch-file.ts'
import { channelFile, readManifest } from '../src-main/shell/updates/manifest.ts'
import { checkSignature } from '../src-main/shell/updates/signature.ts'
import { createTestFolder } from '#testing/keys/folder.ts'
import { makeKey, signManifest } from './sign-manifest.ts'

const passphrase = 'made up for a test'
const name = 'claims-desk-1.2.3-win-x64.exe'

function release() {
  const folder = createTestFolder()
  const installer = join(folder, name)
  writeFileSync(installer, 'a made-up program')
  const publicKeys = ['one.pem', 'two.pem'].map((file) => makeKey(join(folder, file), passphrase))
  const keys = ['one.pem', 'two.pem'].map((file) =>
    createPrivateKey({ key: readFileSync(join(folder, file)), passphrase }),
  )
  const bytes = () => readFileSync(join(folder, channelFile))
  const signatures = () => readFileSync(join(folder, `${channelFile}.sig`), 'utf8')
  const check = (by: string) => checkSignature(channelFile, bytes(), signatures(), [by])
  const read = () => readManifest(bytes(), signatures(), publicKeys)
  return { folder, installer, publicKeys, keys, signatures, check, read }
}

describe('the key of releases', () => {
  it('is stored sealed, for this user alone, and never overwrites another', () => {
    const { folder } = release()
    const file = join(folder, 'one.pem')
    expect(readFileSync(file, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(() => makeKey(file, passphrase)).toThrow('EEXIST')
    expect(() => createPrivateKey({ key: readFileSync(file), passphrase: 'another' })).toThrow()
  })
})

describe('signing an installer', () => {
  it('makes a manifest that the application accepts with the public key, and the installer by it', async () => {
    const { folder, installer, publicKeys, keys, check, read } = release()
    expect(signManifest(installer, keys[0]!)).toBe(join(folder, channelFile))
    expect(publicKeys.map(check)).toEqual(['good', 'wrong'])
    expect(read()).toMatchObject({ version: '1.2.3', file: name })
    expect(await isWhole(installer, read())).toBe(true)
  })

  it('keeps the signature of another key and replaces its own', () => {
    const { installer, publicKeys, keys, signatures, check } = release()
    for (const key of [keys[0]!, keys[1]!, keys[0]!]) signManifest(installer, key)
    expect(publicKeys.map(check)).toEqual(['good', 'good'])
    expect(signatures().trim().split('\n')).toHaveLength(2)
  })

  it.each(['claims-desk-1.2.3-linux-x64.deb', 'claims-desk-1.2.3-beta.1-win-x64.exe', 'setup.exe'])(
    'is refused where its name does not say which version it is: %s',
    (other) => {
      const { folder, installer, keys } = release()
      renameSync(installer, join(folder, other))
      expect(() => signManifest(join(folder, other), keys[0]!)).toThrow(`${other} is not called claims-desk-`)
    },
  )

  it('dates it for a year, and again when it is signed again', () => {
    const { installer, publicKeys, keys, check, read } = release()
    const first = new Date('2026-11-01T09:00:00.000Z')
    signManifest(installer, keys[0]!, first)
    expect(read().validUntil).toBe('2027-11-01T09:00:00.000Z')
    signManifest(installer, keys[1]!, new Date(first.getTime() + 3_600_000))
    expect(read().validUntil).toBe('2027-11-01T09:00:00.000Z')
    expect(publicKeys.map(check)).toEqual(['good', 'good'])
    signManifest(installer, keys[1]!, new Date('2026-12-01T09:00:00.000Z'))
    expect(read().validUntil).toBe('2027-12-01T09:00:00.000Z')
    expect(publicKeys.map(check)).toEqual(['wrong', 'good'])
  })
})
