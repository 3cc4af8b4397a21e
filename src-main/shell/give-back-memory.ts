import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'

/** V8's own collection, as it hands it to a context that is made under `--expose-gc`. */
const GarbageCollection = v.function()

/**
 * Gives memory back to the system that V8 holds in reserve, and all garbage with it. Everything of main's stands still
 * for as long as that takes, 0.1 s and more: call it while nobody waits.
 *
 * @returns false where V8 does not offer it.
 */
export function giveBackMemory(): boolean {
  setFlagsFromString('--expose-gc')
  try {
    const collect = v.safeParse(GarbageCollection, runInNewContext('globalThis.gc'))
    // A plain collection keeps what it freed for what comes next.
    if (collect.success) collect.output({ type: 'major', flavor: 'last-resort' })
    return collect.success
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
