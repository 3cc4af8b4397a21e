import { createPrivateKey } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkSignature } from '../src-main/shell/updates/signature.ts'
import { manifestOf } from '../src-main/shell/updates/testing/local-feed.ts'
import { createTestFolder } from '#main/platform/keys/testing/folder.ts'
import { makeKey, signManifest } from './sign-manifest.ts'

const passphrase = 'made up for a test'

function release(content = 'a made-up program') {
  const folder = createTestFolder()
  const manifest = join(folder, 'latest.yml')
  const made = { version: '1.2.3', content: Buffer.from(content), file: 'claims-desk.exe' }
  writeFileSync(manifest, manifestOf(made))
  writeFileSync(join(folder, made.file), made.content)
  const publicKeys = ['one.pem', 'two.pem'].map((name) => makeKey(join(folder, name), passphrase))
  const keys = ['one.pem', 'two.pem'].map((name) =>
    createPrivateKey({ key: readFileSync(join(folder, name)), passphrase }),
  )
  const check = (by: string | undefined) =>
    checkSignature('latest.yml', readFileSync(manifest), readFileSync(`${manifest}.sig`, 'utf8'), [by ?? ''])
  return { folder, manifest, publicKeys, keys, check }
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

describe('signing a manifest', () => {
  it('makes a signature that the application accepts with the public key', async () => {
    const { manifest, publicKeys, keys, check } = release()
    await signManifest(manifest, keys[0]!)
    expect(publicKeys.map(check)).toEqual(['good', 'wrong'])
  })

  it('keeps the signature of another key and replaces its own', async () => {
    const { manifest, publicKeys, keys, check } = release()
    for (const key of [keys[0]!, keys[1]!, keys[0]!]) await signManifest(manifest, key)
    expect(publicKeys.map(check)).toEqual(['good', 'good'])
    expect(readFileSync(`${manifest}.sig`, 'utf8').trim().split('\n')).toHaveLength(2)
  })

  it('is refused where a file is not as the manifest says', async () => {
    const { folder, manifest, keys } = release()
    writeFileSync(join(folder, 'claims-desk.exe'), 'built once more')
    await expect(signManifest(manifest, keys[0]!)).rejects.toThrow('claims-desk.exe is not as')
  })

  it('dates it for a year, and again when it is signed again, without lines about other bytes', async () => {
    const { manifest, publicKeys, keys, check } = release()
    const until = (): string => /^validUntil: '(.*)'$/m.exec(readFileSync(manifest, 'utf8'))?.[1] ?? ''
    const first = new Date('2026-11-01T09:00:00.000Z')
    await signManifest(manifest, keys[0]!, first)
    expect(until()).toBe('2027-11-01T09:00:00.000Z')
    await signManifest(manifest, keys[1]!, new Date(first.getTime() + 3_600_000))
    expect(until()).toBe('2027-11-01T09:00:00.000Z')
    expect(publicKeys.map(check)).toEqual(['good', 'good'])
    await signManifest(manifest, keys[1]!, new Date('2026-12-01T09:00:00.000Z'))
    expect(until()).toBe('2027-12-01T09:00:00.000Z')
    expect(readFileSync(manifest, 'utf8').match(/validUntil/g)).toHaveLength(1)
    expect(publicKeys.map(check)).toEqual(['wrong', 'good'])
  })
})
