import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/**
 * Lets calls of the file system fail, as where another program holds a file, until the test ends.
 *
 * @param files `node:fs` or `node:fs/promises` as a whole, or what its handles are made of
 * @param isRefused by the path that is given first, and by which call it is, from 1 on
 * @returns how many calls there were, and what ends it
 */
export function refuseFiles(
  files: object,
  call: string,
  code: string,
  isRefused: (path: string, nth: number) => boolean,
): { readonly calls: number; end(): void } {
  const real: unknown = Reflect.get(files, call)
  if (typeof real !== 'function') throw new Error(call)
  const put = (as: unknown): void => {
    Reflect.set(files, call, as)
    syncBuiltinESMExports()
  }
  const seen = { calls: 0, end: () => put(real) }
  put(function (this: unknown, ...given: readonly unknown[]): unknown {
    seen.calls += 1
    if (isRefused(String(given[0]), seen.calls)) throw Object.assign(new Error(code), { code })
    const answer: unknown = Reflect.apply(real, this, given)
    return answer
  })
  onTestFinished(seen.end)
  return seen
}
