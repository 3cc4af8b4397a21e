import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as v from 'valibot'
import { die, watchCommits } from './crash.ts'

type AnyFunction = (...given: readonly unknown[]) => unknown

/** What changes a disk, by name. */
const ofPromises = ['open', 'rename', 'rm', 'mkdir', 'unlink', 'writeFile', 'copyFile'] as const
const inOneCall = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'unlinkSync',
  'writeFileSync',
  'copyFileSync',
] as const

/**
 * Counts the moments before and after everything that this process does to the disk, and ends it at one of them by a
 * signal that nothing can catch. A file's content has a moment in its middle too.
 */
class DiskSteps {
  /** Moments so far. */
  count = 0
  isCounted = false
  readonly #last: number | null

  /** @param last the moment at which the process ends; null: none */
  constructor(last: number | null) {
    this.#last = last
  }

  /** Puts itself between main and the disk: Node's own functions are exchanged, also for modules that have them. */
  async install(): Promise<void> {
    const handle = await open('/dev/null')
    const handles: unknown = Object.getPrototypeOf(handle)
    await handle.close()
    for (const name of ofPromises) this.#exchange(fs.promises, name, (...done) => this.#async(...done))
    for (const name of inOneCall) this.#exchange(fs, name, (...done) => this.#sync(...done))
    this.#exchange(handles, 'sync', (...done) => this.#async(...done))
    this.#exchange(handles, 'writeFile', (...done) => this.#content(...done))
    watchCommits(() => this.#reach())
    syncBuiltinESMExports()
  }

  #exchange(
    of: unknown,
    name: string,
    around: (work: AnyFunction, self: unknown, given: readonly unknown[]) => unknown,
  ): void {
    if (typeof of !== 'object' || of === null) throw new Error('nothing to exchange')
    const work: unknown = Reflect.get(of, name)
    if (!isFunction(work)) throw new Error(`no ${name}`)
    Reflect.set(of, name, function (this: unknown, ...given: readonly unknown[]) {
      return around(work, this, given)
    })
  }

  async #async(work: AnyFunction, self: unknown, given: readonly unknown[]): Promise<unknown> {
    this.#reach()
    const done = await Reflect.apply(work, self, given)
    this.#reach()
    return done
  }

  #sync(work: AnyFunction, self: unknown, given: readonly unknown[]): unknown {
    this.#reach()
    const done = Reflect.apply(work, self, given)
    this.#reach()
    return done
  }

  async #content(work: AnyFunction, self: unknown, given: readonly unknown[]): Promise<unknown> {
    const [content] = given
    const isWhole = typeof content === 'string' || content instanceof Uint8Array
    if (isWhole && this.isCounted && this.count + 2 === this.#last) {
      await Reflect.apply(work, self, [content.slice(0, content.length / 2)])
    }
    this.#reach()
    this.#reach()
    const done = await Reflect.apply(work, self, given)
    this.#reach()
    return done
  }

  #reach(): void {
    if (!this.isCounted) return
    this.count += 1
    if (this.count === this.#last) die()
  }
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function'
}

/**
 * The whole of a process for `runUntil`: does work as it was asked to, and dies at the moment that it was told.
 *
 * @param work calls `begin` where moments begin to count
 */
export async function workInMoments<P>(
  planSchema: v.GenericSchema<unknown, P>,
  work: (plan: P, begin: () => void) => Promise<void> | void,
): Promise<void> {
  const asked: unknown = JSON.parse(process.argv[2] ?? '')
  const steps = new DiskSteps(v.parse(v.object({ last: v.nullable(v.number()) }), asked).last)
  await steps.install()
  await work(v.parse(planSchema, asked), () => {
    steps.isCounted = true
  })
  process.send?.(steps.count, () => process.exit(0))
}
