import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { portInTest } from '#testing/platform/port-in-test.ts'
import { audit, auditResult } from './audit.ts'

/** A registry that knows of one flaw, in every Electron. @param asked what an audit asked about */
async function registry(asked: string[]): Promise<string> {
  const flaw = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Made up',
    severity: 'high',
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 0, vectorString: null },
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const isZipped = request.headers['content-encoding'] === 'gzip'
      if (request.method === 'POST') asked.push((isZipped ? gunzipSync(body) : body).toString())
      response.end(
        JSON.stringify(request.method === 'POST' ? { electron: [flaw] } : { name: 'electron', versions: {} }),
      )
    })
  })
  return `http://127.0.0.1:${await portInTest(server)}/`
}

describe('an audit', () => {
  it('is of what is shipped, Electron included', async () => {
    const asked: string[] = []
    const address = await registry(asked)
    const found = await audit({ ...process.env, npm_config_registry: address })
    expect(found).toEqual({ type: 'asked', serious: 1, total: 1 })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/"electron":\["\d/)
    expect(asked[0]).toContain('"undici"')
    expect(asked[0]).not.toContain('"vitest"')
    expect(asked[0]).not.toContain('"@electron/get"')
  })

  it.each(['', '{"statusCode":405}', 'npm error audit endpoint returned an error'])(
    'without an answer is not a clean one: %j',
    (printed) => {
      expect(auditResult(printed)).toEqual({ type: 'not-asked' })
    },
  )
})
