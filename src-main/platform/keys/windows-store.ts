import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** The part of Chromium's file that holds the key of its store, wrapped by Windows. */
const LocalStateSchema = v.object({ os_crypt: v.object({ encrypted_key: v.pipe(v.string(), v.nonEmpty()) }) })

/** Chromium writes its file at most ten seconds after a change. */
const settledMs = 60_000

export interface WindowsStoreOptions {
  /** `app.getPath('sessionData')`. */
  readonly sessionFolder: string
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * Whether what Windows' store seals now will open in the next process too. Chromium makes the key of its store at the
 * first start, and again when Windows cannot open the existing one; until `Local State` is written that key is only in
 * memory, and is lost if the process is killed.
 *
 * @returns true once a key reached the disk while we ran, or one has stayed there for a minute: Chromium would have
 * overwritten it with another by then.
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

/** Calls back once, when the key is on disk. @returns a function that stops polling. */
export function whenKept(isKept: () => boolean, onKept: () => void, everyMs = 1_000): () => void {
  const timer = setInterval(() => {
    if (!isKept()) return
    clearInterval(timer)
    onKept()
  }, everyMs)
  return () => clearInterval(timer)
}
