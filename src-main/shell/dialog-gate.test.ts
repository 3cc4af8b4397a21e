import { beforeEach, describe, expect, it } from 'vitest'
import { Signal } from '#main/platform/signal.ts'
import { createDialogGate, isPress, type Dialogs } from './dialogs.ts'

const pressed = new Signal()
let nowMs: number
let shown: number
let answer: () => Promise<void>
let gate: Dialogs

beforeEach(() => {
  nowMs = 1_000_000
  shown = 0
  answer = () => Promise.resolve()
  const show = async <T>(result: T): Promise<T> => {
    shown += 1
    await answer()
    return result
  }
  gate = createDialogGate({
    dialogs: {
      ask: () => show(0),
      save: () => show('/made-up'),
      open: () => show('/made-up'),
    },
    pressed,
    monotonicMs: () => nowMs,
  })
})

const ask = async (): Promise<boolean> => (await gate.ask({ message: '', cancelId: 1 })) === 0

describe('the system’s dialogs', () => {
  it('open after a key or a click, each of them once', async () => {
    for (let times = 1; times <= 20; times += 1) {
      pressed.emit()
      expect(await ask()).toBe(true)
      expect(await ask()).toBe(false)
      expect(await gate.save({})).toBeNull()
      expect(await gate.open({})).toBeNull()
      expect(shown).toBe(times)
    }
  })

  it('open one at a time, whatever is pressed meanwhile', async () => {
    const closing = Promise.withResolvers<undefined>()
    answer = () => closing.promise
    pressed.emit()
    const first = gate.save({})
    pressed.emit()
    expect(await ask()).toBe(false)
    expect(shown).toBe(1)
    closing.resolve(undefined)
    expect(await first).toBe('/made-up')
    // What was pressed while it was open was not meant for another.
    expect(await ask()).toBe(false)
    pressed.emit()
    expect(await ask()).toBe(true)
  })

  it('open for a script alone ever more rarely, seven times in five minutes', async () => {
    const openedAt: number[] = []
    for (const start = nowMs; nowMs - start < 300_000; nowMs += 250) {
      if (await ask()) openedAt.push((nowMs - start) / 1000)
    }
    expect(openedAt).toEqual([5, 15, 35, 75, 135, 195, 255])
    pressed.emit()
    expect(await ask()).toBe(true)
    nowMs += 4_999
    expect(await ask()).toBe(false)
    nowMs += 1
    expect(await ask()).toBe(true)
  })

  it('open again after one that failed', async () => {
    answer = () => Promise.reject(new Error('made up'))
    pressed.emit()
    await expect(ask()).rejects.toThrow('made up')
    answer = () => Promise.resolve()
    pressed.emit()
    expect(await ask()).toBe(true)
  })
})

it('a press is a key or a button that goes down, not the mouse passing by', () => {
  const types = [
    'mouseDown',
    'rawKeyDown',
    'keyDown',
    'gestureTap',
    'mouseMove',
    'mouseWheel',
    'keyUp',
  ] as const
  expect(types.map((type) => isPress({ type }))).toEqual([true, true, true, true, false, false, false])
})
