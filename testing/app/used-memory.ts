import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as v from 'valibot'

setFlagsFromString('--expose-gc')

/** Frees what nothing refers to any more. Buffers among it are freed a little later, beside what runs. */
export const collectGarbage = v.parse(v.function(), runInNewContext('gc'))

/** What is in use, in bytes, without what waits to be freed. */
export function usedMemory(): NodeJS.MemoryUsage {
  collectGarbage()
  // The second waits for the buffers that the first leaves behind.
  collectGarbage()
  return process.memoryUsage()
}
