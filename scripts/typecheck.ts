import { join } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runCommand } from './run-command.ts'

/*
 * npm run typecheck: every project, to the end. The page's components are read by vue-tsc alone. `--remembering` keeps
 * the results of each file until one of its dependencies changes; npm test checks everything again.
 */
const native = '@typescript/native/bin/tsc'
const projects = [
  [native, 'src-shared'],
  [native, 'src-main'],
  [native, 'src-preload'],
  [native, 'e2e'],
  ['vue-tsc/bin/vue-tsc.js', 'src-renderer'],
] as const
const cache = join(projectRoot, 'node_modules/.cache/types')

function remembering(project: string): readonly string[] {
  if (!process.argv.includes('--remembering')) return []
  return ['--incremental', '--tsBuildInfoFile', join(cache, `${project}.tsbuildinfo`)]
}

for (const [compiler, project] of projects) {
  // Not by its name in .bin, which Windows starts through a shell alone.
  const program = [process.execPath, join(projectRoot, 'node_modules', compiler)]
  const command = [...program, '-p', project, ...remembering(project)]
  if (!(await runCommand(command, { shown: false, timeoutMs: 10 * 60_000 }))) process.exitCode = 1
}
