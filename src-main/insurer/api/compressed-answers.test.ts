import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { apiOn, claim, created, loopback } from '#testing/insurer-client/loopback-api.ts'

const answer = Buffer.from(JSON.stringify(created(claim.policyNumber)))
const codings = {
  gzip: gzipSync(answer),
  br: brotliCompressSync(answer),
}

async function outcomeOf(coding: string, bytes: Buffer): Promise<unknown> {
  const server = await loopback((_seen, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-encoding': coding,
      'content-length': bytes.length,
    })
    response.end(bytes)
  })
  return await apiOn(server.url).createClaim('keke', claim, '7F3K-92QD')
}

it.each(Object.entries(codings))('counts when it is complete: %s', async (coding, bytes) => {
  expect(await outcomeOf(coding, bytes)).toMatchObject({ type: 'delivered' })
})

it.each(Object.entries(codings))('is uncertain when some of its JSON is lost: %s', async (coding, bytes) => {
  for (const kept of [0.8, 0.5, 0.1, 0]) {
    const cut = bytes.subarray(0, Math.floor(bytes.length * kept))
    expect(await outcomeOf(coding, cut), `${kept}`).toMatchObject({ type: 'uncertain' })
  }
})

it('counts when all of its JSON arrived, and only the trailing checksum is lost', async () => {
  expect(await outcomeOf('gzip', codings.gzip.subarray(0, -8))).toMatchObject({ type: 'delivered' })
})

it('is uncertain when its checksum is wrong', async () => {
  const wrong = Buffer.from(codings.gzip)
  wrong.writeUInt32LE((wrong.readUInt32LE(wrong.length - 8) ^ 1) >>> 0, wrong.length - 8)
  expect(await outcomeOf('gzip', wrong)).toMatchObject({ type: 'uncertain' })
})
