import { randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'

/** Puts bodies with bare undici over connections of its own, so many at once. @returns milliseconds of all of it */
export async function barePuts(url: string, files: readonly Buffer[], sideBySide: number): Promise<number> {
  const dispatcher = new Agent({ connections: sideBySide, pipelining: 1, allowH2: false })
  const queue = files.values()
  const startedMs = performance.now()
  const lane = async (): Promise<void> => {
    for (const body of queue) {
      const name = `${url}/claims/bare/${randomBytes(16).toString('hex')}.jpg`
      const headers = { 'content-type': 'image/jpeg' }
      const { statusCode, body: answer } = await request(name, { method: 'PUT', headers, body, dispatcher })
      await answer.dump()
      if (statusCode !== 200) throw new Error(`Not stored: ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, lane))
  const tookMs = performance.now() - startedMs
  await dispatcher.close()
  return tookMs
}
