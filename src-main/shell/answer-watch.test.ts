import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerPatienceMs, createAnswerWatch, type NoAnswerChoice } from './answer-watch.ts'

type Watched = ReturnType<typeof watch>

function watch() {
  const happened: string[] = []
  /** The signal of each question so far. */
  const asked: AbortSignal[] = []
  let answer: (choice: NoAnswerChoice) => void = () => undefined
  const watching = createAnswerWatch({
    ask: async (over) => {
      asked.push(over)
      return await new Promise((resolve) => (answer = resolve))
    },
    startAgain: () => happened.push('start again'),
    saveLog: () => {
      happened.push('save the log')
      return Promise.resolve()
    },
    onAnswered: () => happened.push('answered'),
  })
  return { ...watching, happened, asked, choose: (choice: NoAnswerChoice) => answer(choice) }
}

async function loadedForLong(): Promise<Watched> {
  const watched = watch()
  watched.navigated()
  watched.loaded()
  await vi.advanceTimersByTimeAsync(answerPatienceMs)
  return watched
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a page that was loaded', () => {
  it('and asks main nothing is asked about after fifteen seconds, not before', async () => {
    const watched = watch()
    watched.navigated()
    watched.loaded()
    await vi.advanceTimersByTimeAsync(answerPatienceMs - 1)
    expect(watched.asked).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(watched.asked).toHaveLength(1)
  })

  it('and was answered is never asked about, whether that was before or after it was loaded', async () => {
    for (const steps of [
      ['answered', 'loaded'],
      ['loaded', 'answered'],
    ] as const) {
      const watched = watch()
      watched.navigated()
      for (const step of steps) watched[step]()
      watched.answered()
      await vi.advanceTimersByTimeAsync(2 * answerPatienceMs)
      expect(watched.asked).toHaveLength(0)
      expect(watched.happened).toEqual(['answered'])
    }
  })

  it('closes the question when its answer comes late, and does nothing more', async () => {
    const watched = await loadedForLong()
    watched.answered()
    expect(watched.asked[0]?.aborted).toBe(true)
    watched.choose('start-again')
    await vi.runAllTimersAsync()
    expect(watched.happened).toEqual(['answered'])
  })

  it('is another one: it has to be answered itself', async () => {
    const watched = watch()
    watched.navigated()
    watched.answered()
    watched.loaded()
    watched.navigated()
    watched.loaded()
    await vi.advanceTimersByTimeAsync(answerPatienceMs)
    expect(watched.asked).toHaveLength(1)
  })

  it('goes with its window, and the question too', async () => {
    const watched = await loadedForLong()
    watched.over()
    expect(watched.asked[0]?.aborted).toBe(true)
  })
})

it('the question waits, and does not come back', async () => {
  const watched = await loadedForLong()
  watched.choose('wait')
  await vi.runAllTimersAsync()
  expect(watched.asked).toHaveLength(1)
  expect(watched.happened).toEqual([])
})
