import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runCommand } from './run-command.ts'

/* Both linters, to the end: oxlint, which asks TypeScript's own compiler what needs types, and ESLint for templates. */
const scriptsOfComponents = 'test-results/scripts-of-components'

/** A component's scripts alone, each line where it stands in the component. A type it is generic in is its bound. */
function scriptOf(component: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, '')
  const typeIn = (tag: string): string =>
    tag.replace(/^[^]*?(?:generic="(\w+) extends ([^"]*)")?[^"]*>$/, (_, name?: string, bound?: string) =>
      name === undefined ? '' : `type ${name} = ${bound ?? 'unknown'}`,
    )
  return component
    .split(/(^<script\b[^>]*>[^]*?^<\/script>)/gm)
    .map((part, at) => (at % 2 === 0 ? blank(part) : part.replace(/^<\/?script\b[^>]*>/gm, typeIn)))
    .join('')
}

/**
 * Writes the scripts of all components where oxlint, which reads no component, finds them with their types.
 * @returns their files.
 */
function writeScriptsOfComponents(): readonly string[] {
  const folder = join(projectRoot, scriptsOfComponents)
  rmSync(folder, { recursive: true, force: true })
  const names = globSync('src-renderer/**/*.vue', { cwd: projectRoot })
  for (const name of names) {
    const file = join(folder, `${name}.ts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, scriptOf(readFileSync(join(projectRoot, name), 'utf8')))
  }
  const config = {
    extends: '../../src-renderer/tsconfig.json',
    compilerOptions: {
      // A component is imported from here, everything else from where it is.
      rootDirs: ['.', '../..'],
      paths: { '#renderer/*': ['./src-renderer/*', '../../src-renderer/*'] },
    },
    include: ['**/*.ts', '../../src-renderer/**/*.d.ts'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  // Named one by one, as Git ignores their folder.
  return names.map((name) => `${scriptsOfComponents}/${name}.ts`)
}

const cache = 'node_modules/.cache/eslint'
const linters = [
  ['oxlint', '--deny-warnings', '--report-unused-disable-directives', '.', ...writeScriptsOfComponents()],
  // Remembers what it found in each file, by its content.
  ['eslint', '.', '--max-warnings', '0', '--cache', '--cache-strategy=content', `--cache-location=${cache}`],
]
for (const command of linters) {
  if (!(await runCommand(command, { shown: false, timeoutMs: 10 * 60_000 }))) process.exitCode = 1
}
rmSync(join(projectRoot, scriptsOfComponents), { recursive: true, force: true })
