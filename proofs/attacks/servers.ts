import { onTestFinished } from 'vitest'
import { json, loopback } from '#testing/insurer-client/loopback-api.ts'
import { runTestInsurer, type TestInsurer } from '#testing/insurer/test-insurer.ts'

/** What the insurer of these attacks accepts, and a thief wants. */
export const key = 'made-up-key-of-the-insurer'

/** A server that accepts the key, or another; closed when the test ends. */
export async function insurer(accepted = key): Promise<TestInsurer> {
  const server = await runTestInsurer({ file: null, pharmacyCount: 20, key: accepted })
  onTestFinished(() => server.close())
  return server
}

export interface Thief {
  readonly url: string
  /** The method and the key of each request it got. */
  readonly got: string[]
}

/** A server of the thief's own, which answers like the insurer's; closed when the test ends. */
export async function thief(): Promise<Thief> {
  const got: string[] = []
  const { url } = await loopback(({ method, headers }, response) => {
    got.push(`${method} ${headers.authorization ?? '-'}`)
    json(response, { status: true, message: 'ok', data: [] })
  })
  return { url, got }
}
