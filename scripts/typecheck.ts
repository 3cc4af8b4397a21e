import { join } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runCommand } from './run-command.ts'

/*
 * npm run typecheck: every project, to the end. The page's components are read by vue-tsc alone. `--remembering` keeps
 * what was found of each file until one that it depends on changes; npm test finds everything anew.
 */
const projects = [
  ['tsc', 'src-shared'],
  ['tsc', 'src-main'],
  ['tsc', 'src-preload'],
  ['tsc', 'e2e'],
  ['vue-tsc', 'src-renderer'],
] as const
const cache = join(projectRoot, 'node_modules/.cache/types')

function remembering(project: string): readonly string[] {
  if (!process.argv.includes('--remembering')) return []
  return ['--incremental', '--tsBuildInfoFile', join(cache, `${project}.tsbuildinfo`)]
}

for (const [compiler, project] of projects) {
  const command = [compiler, '-p', project, ...remembering(project)]
  if (!(await runCommand(command, { shown: false, timeoutMs: 10 * 60_000 }))) process.exitCode = 1
}
