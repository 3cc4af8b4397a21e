import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'

/** An insurer in a thread of its own, which answers with the bodies that it is given; it ends with the test. */
export async function startLongInsurer() {
  const thread = new Worker(new URL('long-server.ts', import.meta.url))
  onTestFinished(async () => void (await thread.terminate()))
  const [port] = (await once(thread, 'message')) as [number]
  const seen: string[] = []
  thread.on('message', (url: string) => void seen.push(url))
  return {
    url: `http://127.0.0.1:${port}`,
    /** The addresses that were asked for. */
    seen: seen as readonly string[],
    /** What it says of the policy, in the list, elsewhere, and to what is sent. */
    answers: (...bodies: readonly [ofPolicy: string, list: string, other?: string, refusal?: string]): void =>
      thread.postMessage(bodies),
  }
}
