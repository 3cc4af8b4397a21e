import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { waitsFile } from '../../scripts/waits-file.ts'
import { startStep } from './start-step.ts'

/** So many of the longest are named. */
const most = 8

/** Notes how often the application was started, and what the tests waited for longest, by name. */
export default class WaitsReporter implements Reporter {
  readonly #ms = new Map<string, number>()
  #starts = 0

  onTestEnd(_test: TestCase, { steps }: TestResult): void {
    for (const step of steps) this.#note(step)
  }

  onEnd(): void {
    const longest = [...this.#ms].toSorted(([, one], [, other]) => other - one).slice(0, most)
    const lines = longest.map(([name, ms]) => `${(ms / 1000).toFixed(0)} s: ${name}`)
    mkdirSync(dirname(waitsFile), { recursive: true })
    writeFileSync(waitsFile, [`${this.#starts} starts of the application`, ...lines].join('\n'))
  }

  printsToStdio(): boolean {
    return false
  }

  /** A start counts as a whole; of all else, each step without those within it. */
  #note({ title, category, duration, steps, location }: TestStep): void {
    const isStart = title === startStep
    if (isStart) this.#starts += 1
    const within = isStart ? [] : steps
    const ownMs = duration - within.reduce((sum, step) => sum + step.duration, 0)
    // What was typed is in quotes, and may be a key.
    const words = category === 'fixture' ? title : title.replaceAll(/"[^"]*"/g, '…')
    const hasPlace = !isStart && category !== 'fixture' && location !== undefined
    const name = hasPlace ? `${words} (${basename(location.file)}:${location.line})` : words
    this.#ms.set(name, (this.#ms.get(name) ?? 0) + Math.max(ownMs, 0))
    for (const step of within) this.#note(step)
  }
}
