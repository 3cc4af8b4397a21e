import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type { AnswersApart } from './answers-apart.ts'

/** An insurer whose work and memory are not counted as main's; it answers as it is told, and ends with the test. */
export async function insurerApart(told: AnswersApart = {}) {
  const thread = new Worker(new URL('apart-server.ts', import.meta.url))
  onTestFinished(async () => void (await thread.terminate()))
  const [port] = (await once(thread, 'message')) as [number]
  const seen: string[] = []
  thread.on('message', (url: string) => void seen.push(url))
  const answers = (given: AnswersApart): void => thread.postMessage(given)
  answers(told)
  return {
    url: `http://127.0.0.1:${port}`,
    /** The addresses that were asked for. */
    seen: seen as readonly string[],
    answers,
  }
}
