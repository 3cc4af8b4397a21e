import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'
import { workflowProblems } from './workflow-problems.ts'

/* Lints every workflow of .github/workflows; part of npm run lint. */
const folder = join(projectRoot, '.github/workflows')
const names = (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name))
if (names.length === 0) throw new Error('There is no workflow to lint.')
for (const name of names) {
  for (const { line, message } of await workflowProblems(await readFile(join(folder, name), 'utf8'))) {
    console.error(`.github/workflows/${name}:${line}: ${message}`)
    process.exitCode = 1
  }
}
