import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createQuit, createQuitQuestion, type Quit, type QuitChoice } from './quit.ts'
import { createTestEvent } from '#testing/shell/contents.ts'

/** An application that quits as Electron does: before-quit, close the windows, will-quit, exit. */
class TestApp extends EventEmitter {
  readonly steps: string[] = []
  readonly exited = Promise.withResolvers<null>()

  quit(): void {
    const before = createTestEvent()
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.steps.push('windows closed')
    const will = createTestEvent()
    this.emit('will-quit', will)
    if (!will.defaultPrevented) this.exit()
  }

  exit(): void {
    this.steps.push('exit')
    this.exited.resolve(null)
  }
}

interface QuitUnderTest {
  readonly app: TestApp
  readonly quit: Quit
  /** The count shown in each question. */
  readonly asked: number[]
}

function start(options: {
  undelivered: number | Promise<number>
  choice?: QuitChoice | Promise<QuitChoice>
  stop?: () => Promise<void>
  /** The last step, such as an installer; by default it reports whether to relaunch. */
  lastly?: (isWantedAgain: boolean) => Promise<boolean>
  /** Only where the session ends is there an end to the waiting. */
  isEndless?: boolean
}): QuitUnderTest {
  const app = new TestApp()
  const asked: number[] = []
  const quit = createQuit({
    app: app as never,
    undelivered: () => options.undelivered,
    ask: async (undelivered) => {
      asked.push(undelivered)
      return await (options.choice ?? 'cancel')
    },
    keepRunning: () => app.steps.push('window closed'),
    relaunch: () => void app.steps.push('relaunched'),
    stop: async () => {
      app.steps.push('engine stops')
      await options.stop?.()
      app.steps.push('engine stopped')
      return async (isWantedAgain) => {
        if (options.lastly === undefined) return isWantedAgain
        app.steps.push('last step')
        return await options.lastly(isWantedAgain)
      }
    },
    stopTimeoutMs: options.isEndless === true ? 100_000 : 20,
    lastStopTimeoutMs: 5,
  })
  return { app, quit, asked }
}

/** Lets everything that is ready run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function requested(quit: Quit): Promise<void> {
  quit.request()
  await settle()
}

describe('quitting', () => {
  it('asks nothing when nothing waits, and stops the engine before it exits', async () => {
    const { app, quit, asked } = start({ undelivered: 0 })
    quit.request()
    await app.exited.promise
    expect(asked).toEqual([])
    expect(app.steps).toEqual(['windows closed', 'engine stops', 'engine stopped', 'exit'])
  })

  it('relaunches on request, without a question', async () => {
    const { app, quit, asked } = start({ undelivered: 3 })
    quit.startAgain()
    await app.exited.promise
    expect(asked).toEqual([])
    expect(app.steps.slice(-2)).toEqual(['relaunched', 'exit'])
  })

  it('says how many are waiting, and quits when the officer confirms', async () => {
    const { app, quit, asked } = start({ undelivered: 3, choice: 'quit' })
    quit.request()
    await app.exited.promise
    expect(asked).toEqual([3])
    expect(app.steps).toEqual(['windows closed', 'engine stops', 'engine stopped', 'exit'])
  })

  it('only closes the window when the officer keeps it running', async () => {
    const { app, quit } = start({ undelivered: 3, choice: 'keep-running' })
    await requested(quit)
    expect(app.steps).toEqual(['window closed'])
  })

  it('changes nothing when the officer cancels, and asks again the next time', async () => {
    const { app, quit, asked } = start({ undelivered: 3, choice: 'cancel' })
    await requested(quit)
    await requested(quit)
    expect(app.steps).toEqual([])
    expect(asked).toEqual([3, 3])
  })

  it('keeps running when the question cannot be shown', async () => {
    const { app, quit } = start({ undelivered: 1, choice: Promise.reject(new Error('no display')) })
    await requested(quit)
    expect(app.steps).toEqual([])
  })

  it('waits until the count is known, such as while the application starts', async () => {
    const known = Promise.withResolvers<number>()
    const { app, quit, asked } = start({ undelivered: known.promise, choice: 'quit' })
    await requested(quit)
    expect([app.steps, asked]).toEqual([[], []])
    known.resolve(2)
    await app.exited.promise
    expect(asked).toEqual([2])
  })

  it('asks one question at a time', async () => {
    const { quit, asked } = start({ undelivered: 1, choice: new Promise(() => undefined) })
    quit.request()
    await requested(quit)
    expect(asked).toEqual([1])
  })

  it('asks nothing when the session ends', async () => {
    const { app, quit, asked } = start({ undelivered: 5 })
    quit.sessionEnds()
    app.quit()
    await app.exited.promise
    expect(asked).toEqual([])
    expect(app.steps.at(-1)).toBe('exit')
  })

  it('quits even if the engine does not stop', async () => {
    const { app, quit } = start({ undelivered: 0, stop: () => new Promise(() => undefined) })
    quit.request()
    await app.exited.promise
    expect(app.steps).toEqual(['windows closed', 'engine stops', 'exit'])
  })

  it('gives the engine less time where the session ends', async () => {
    const { app, quit } = start({ undelivered: 0, stop: () => new Promise(() => undefined), isEndless: true })
    quit.sessionEnds()
    quit.request()
    await app.exited.promise
    expect(app.steps).toEqual(['windows closed', 'engine stops', 'exit'])
  })

  it('stops the engine once, however often it is asked to quit', async () => {
    const { app, quit } = start({ undelivered: 0 })
    await requested(quit)
    app.quit()
    await app.exited.promise
    expect(app.steps.filter((step) => step === 'engine stops')).toHaveLength(1)
  })
})

describe('the question', () => {
  const question = (response: number): { shown: unknown[]; ask: (count: number) => Promise<QuitChoice> } => {
    const shown: unknown[] = []
    const asked = (box: unknown): Promise<number> => {
      shown.push(box)
      return Promise.resolve(response)
    }
    return {
      shown,
      ask: createQuitQuestion({ ask: asked }),
    }
  }

  it('says how many are waiting and that nothing is lost; keep running is the default, escape cancels', async () => {
    const { shown, ask } = question(0)
    await ask(2)
    expect(shown[0]).toMatchObject({
      message: '2 items are not yet received.',
      buttons: ['Keep running in the background', 'Quit anyway', 'Cancel'],
      defaultId: 0,
      cancelId: 2,
    })
    expect(JSON.stringify(shown[0])).toContain('Nothing is lost')
  })
})

describe('started again', () => {
  it('while it quits, it relaunches once it has ended', async () => {
    const stopping = Promise.withResolvers<undefined>()
    const { app, quit } = start({ undelivered: 0, stop: () => stopping.promise })
    await requested(quit)
    expect(quit.startedAgain()).toBe(true)
    expect(quit.isEnding()).toBe(true)
    stopping.resolve(undefined)
    await app.exited.promise
    expect(app.steps.slice(-3)).toEqual(['engine stopped', 'relaunched', 'exit'])
  })

  it('while it runs or asks, it keeps running and shows itself', async () => {
    const { app, quit } = start({ undelivered: 1, choice: 'cancel' })
    expect(quit.startedAgain()).toBe(false)
    expect(quit.isEnding()).toBe(false)
    quit.request()
    expect(quit.startedAgain()).toBe(false)
    await settle()
    expect(app.steps).not.toContain('relaunched')
  })

  it('while the session ends, it stays ended', async () => {
    const { app, quit } = start({ undelivered: 0 })
    quit.sessionEnds()
    quit.request()
    quit.startedAgain()
    await app.exited.promise
    expect(app.steps).not.toContain('relaunched')
  })
})

describe('leaving for an update', () => {
  const ended = ['windows closed', 'engine stops', 'engine stopped', 'last step']

  it('asks nothing, whatever is waiting, and runs its last step once everything has stopped', async () => {
    const { app, quit, asked } = start({ undelivered: 3, lastly: () => Promise.resolve(false) })
    expect(quit.startAgain()).toBe(true)
    await app.exited.promise
    expect(asked).toEqual([])
    expect(app.steps).toEqual([...ended, 'exit'])
  })

  it('relaunches when the last step says so or fails', async () => {
    const said = start({ undelivered: 0, lastly: () => Promise.resolve(true) })
    said.quit.startAgain()
    await said.app.exited.promise
    expect(said.app.steps).toEqual([...ended, 'relaunched', 'exit'])

    const failed = start({ undelivered: 0, lastly: () => Promise.reject(new Error('made up')) })
    failed.quit.startAgain()
    await failed.app.exited.promise
    expect(failed.app.steps).toEqual([...ended, 'relaunched', 'exit'])
  })

  it.each([
    ['did not end in time', () => new Promise<void>(() => undefined)],
    ['failed', () => Promise.reject(new Error('made up'))],
  ])('skips the last step when stopping %s, and relaunches: nobody asked it to end', async (_what, stop) => {
    const { app, quit } = start({ undelivered: 0, stop, lastly: () => Promise.resolve(true) })
    quit.startAgain()
    await app.exited.promise
    expect(app.steps).not.toContain('last step')
    expect(app.steps.slice(-2)).toEqual(['relaunched', 'exit'])
  })

  it('is not possible while the question is open', () => {
    const { quit } = start({ undelivered: 1, choice: new Promise(() => undefined) })
    quit.request()
    expect(quit.startAgain()).toBe(false)
  })
})
