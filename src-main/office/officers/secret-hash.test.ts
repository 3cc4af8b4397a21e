import { spawnSync } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { everydayCost, hashSecret, isSecret, SecretHashSchema } from './secret-hash.ts'

const cheap = { cost: 2 ** 4, blockSize: 8, parallelization: 1 }

it('matches its secret and no other', async () => {
  const kept = await hashSecret('271828', cheap)
  expect(await isSecret('271828', kept)).toBe(true)
  expect(await isSecret('271829', kept)).toBe(false)
  expect(await isSecret('', kept)).toBe(false)
})

it('differs each time, and does not hold the secret', async () => {
  const [first, second] = await Promise.all([hashSecret('271828', cheap), hashSecret('271828', cheap)])
  expect(first.hash).not.toBe(second.hash)
  expect(JSON.stringify(first)).not.toContain('271828')
})

it('matches a letter however the keyboard composes it', async () => {
  expect(await isSecret('o\u0323ga o\u0300ji\u0301', await hashSecret('\u1ecdga \u00f2j\u00ed', cheap))).toBe(
    true,
  )
})

it('is checked with the cost it was made with', async () => {
  const kept = await hashSecret('271828', cheap)
  expect(kept).toMatchObject(cheap)
  expect(await isSecret('271828', { ...kept, cost: 2 ** 5 })).toBe(false)
})

it('costs 128 MiB in production', () => {
  const { cost: N, blockSize: r, parallelization: p } = everydayCost
  expect(128 * N * r).toBe(128 * 2 ** 20)
  // In this process, as in those of all tests, secrets are hashed cheaply.
  const module = new URL('secret-hash.ts', import.meta.url).href
  const program = `console.log(JSON.stringify(await (await import('${module}')).hashSecret('271828')))`
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  expect(run.stderr).toBe('')
  const { hash, salt } = v.parse(SecretHashSchema, JSON.parse(run.stdout))
  const genuine = scryptSync('271828', Buffer.from(salt, 'base64'), 32, { N, r, p, maxmem: 256 * N * r })
  expect(hash).toBe(genuine.toString('base64'))
})
