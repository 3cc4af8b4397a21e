import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** The part of Chromium's file that holds the key of its store, wrapped by Windows. */
const LocalStateSchema = v.object({ os_crypt: v.object({ encrypted_key: v.pipe(v.string(), v.nonEmpty()) }) })

/** Chromium writes its file down at most ten seconds after a change of it. */
const settledMs = 60_000

export interface WindowsStoreOptions {
  /** `app.getPath('sessionData')`. */
  readonly sessionFolder: string
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/**
 * Whether what Windows' store seals now opens in the next process too. Chromium makes the key of its store at the first
 * start, and again where Windows does not open the one there is; it is in memory alone until `Local State` is written,
 * and gone with a process that is killed before.
 *
 * @returns true once a key came onto the disk while we ran, or one has stayed there for a minute: Chromium would have
 * written another over it by then.
 */
export function windowsStoreKey(options: WindowsStoreOptions): () => boolean {
  const { now = () => performance.now() } = options
  const file = join(options.sessionFolder, 'Local State')
  const atStart = keyIn(file)
  const startedAt = now()
  let isKept = false
  return () => {
    if (isKept) return true
    const key = keyIn(file)
    isKept = key !== null && (key !== atStart || now() - startedAt >= settledMs)
    return isKept
  }
}

function keyIn(file: string): string | null {
  try {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), LocalStateSchema),
      readFileSync(file, 'utf8'),
    )
    return parsed.success ? parsed.output.os_crypt.encrypted_key : null
  } catch {
    return null
  }
}

/** Calls once when it is so. @returns ends the looking. */
export function whenKept(isKept: () => boolean, onKept: () => void, everyMs = 1_000): () => void {
  const timer = setInterval(() => {
    if (!isKept()) return
    clearInterval(timer)
    onKept()
  }, everyMs)
  return () => clearInterval(timer)
}
