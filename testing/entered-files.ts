import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { join, relative } from 'node:path'
import { projectRoot } from '../scripts/project-root.ts'

/**
 * The files of main in which a function ran while something was done, by V8's precise coverage; what a module does when
 * it is first read does not count.
 */
export async function enteredFiles(work: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    // Taking it counts from zero again.
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const source = join(projectRoot, 'src-main')
    return result
      .filter(({ functions }) =>
        functions.some(
          ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
        ),
      )
      .map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url))
      .filter((path) => path.startsWith(source))
      .map((path) => relative(source, path))
      .toSorted()
  } finally {
    session.disconnect()
  }
}
