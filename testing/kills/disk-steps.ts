import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import * as v from 'valibot'
import { anyPoint, Moments, watchCommits } from './crash.ts'

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

/** The moments before and after everything that a process does to the disk; a file's content has one in its middle. */
export const diskPoints = ['commit/before', 'commit/after', 'file/before', 'file/half', 'file/after'] as const

/** Puts moments between main and the disk: Node's own functions are exchanged, also for modules that have them. */
export async function installDiskSteps(moments: Moments): Promise<void> {
  const reach = (point: (typeof diskPoints)[number]): void => moments.reach(point)
  const handle = await open('/dev/null')
  const handles: unknown = Object.getPrototypeOf(handle)
  await handle.close()
  const later: Around = async (work) => {
    reach('file/before')
    const done = await work()
    reach('file/after')
    return done
  }
  const now: Around = (work) => {
    reach('file/before')
    const done = work()
    reach('file/after')
    return done
  }
  const content: Around = async (work, [whole], again) => {
    reach('file/before')
    if (moments.isLast('file/half') && (typeof whole === 'string' || whole instanceof Uint8Array))
      await again(whole.slice(0, whole.length / 2))
    reach('file/half')
    const done = await work()
    reach('file/after')
    return done
  }
  for (const name of ofPromises) exchange(fs.promises, name, later)
  for (const name of inOneCall) exchange(fs, name, now)
  exchange(handles, 'sync', later)
  exchange(handles, 'writeFile', content)
  watchCommits((moment) => reach(`commit/${moment}`))
  syncBuiltinESMExports()
}

/** What stands in for a call. @param again makes the same call with something else */
type Around = (work: () => unknown, given: readonly unknown[], again: AnyFunction) => unknown

function exchange(of: unknown, name: string, around: Around): void {
  if (typeof of !== 'object' || of === null) throw new Error('nothing to exchange')
  const work: unknown = Reflect.get(of, name)
  if (!isFunction(work)) throw new Error(`no ${name}`)
  Reflect.set(of, name, function (this: unknown, ...given: readonly unknown[]) {
    const again: AnyFunction = (...other): unknown => Reflect.apply(work, this, other)
    return around(() => again(...given), given, again)
  })
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
  const { last } = v.parse(v.object({ last: v.nullable(v.number()) }), asked)
  const moments = new Moments({ point: anyPoint, nth: last ?? 0 })
  await installDiskSteps(moments)
  await work(v.parse(planSchema, asked), () => {
    moments.isCounted = true
  })
  process.send?.(moments.count, () => process.exit(0))
}
