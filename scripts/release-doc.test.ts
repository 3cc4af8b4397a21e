import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { proofs } from './proof-list.ts'
import { projectRoot } from './project-root.ts'

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const document = read('docs/release.md')
const workflows = readdirSync(join(projectRoot, '.github/workflows')).map((name) => ({
  name,
  text: read(join('.github/workflows', name)),
}))

describe('docs/release.md', () => {
  it('names every secret and variable that a workflow asks for, and no other', () => {
    const asked = workflows.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:secrets|vars)\.(\w+)/g)].map(([, name = '']) => name),
    )
    const section = document.split('\n## Sign\n')[1]?.split('\n## ')[0] ?? ''
    const documented = [...section.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name)
    expect(asked.length).toBeGreaterThan(0)
    expect([...new Set(documented)].toSorted()).toEqual([...new Set(asked)].toSorted())
  })

  it('names scripts that are there, as the workflows do', () => {
    const texts = [document, ...workflows.map(({ text }) => text)]
    const scripts = texts.flatMap((text) => text.match(/scripts\/[\w-]+\.ts/g) ?? [])
    expect(scripts).toContain('scripts/smoke.ts')
    expect(scripts.filter((script) => !existsSync(join(projectRoot, script)))).toEqual([])
  })
})

describe('a workflow', () => {
  it('proves what has a name', () => {
    const asked = workflows.flatMap(({ text }) =>
      [...text.matchAll(/npm run prove -- (.+)/g)].flatMap(([, words = '']) => words.split(' ')),
    )
    const names = asked.filter((word) => !word.startsWith('--'))
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => proofs[name] === undefined)).toEqual([])
  })

  it('runs the specs on Linux, Windows and macOS', () => {
    const jobs = (workflows.find(({ name }) => name === 'ci.yml')?.text ?? '').split(/^ {2}(?=[\w-]+:$)/m)
    const systems = jobs
      .filter((job) => /^ {6}- run: npm (?:test|run e2e)$/m.test(job))
      .flatMap((job) => job.match(/\b(?:ubuntu|windows|macos)-\d+/g) ?? [])
    expect(systems.map((system) => system.split('-')[0]).toSorted()).toEqual(['macos', 'ubuntu', 'windows'])
  })

  it('checks the application itself on each system, and keeps the result of a failure too', () => {
    const jobs = (workflows.find(({ name }) => name === 'ci.yml')?.text ?? '').split(/^ {2}(?=[\w-]+:$)/m)
    const checks = jobs.filter((job) => job.includes('npm start -- --self-check --host=electron'))
    expect(checks).toHaveLength(1)
    for (const part of ['ubuntu-', 'windows-', 'macos-', 'if: always()', 'path: claims-desk-self-check.txt'])
      expect(checks[0]).toContain(part)
  })

  it.each(workflows)(
    '$name has Electron in its sandbox wherever it gets its runtime on Linux',
    ({ text }) => {
      const jobs = text.split(/^ {2}(?=[\w-]+:$)/m).filter((job) => job.includes('runs-on: ubuntu'))
      const withRuntime = jobs.filter((job) => job.includes('node_modules/electron/install.js'))
      expect(withRuntime.length).toBeGreaterThan(0)
      for (const job of withRuntime)
        for (const part of ['chown root:root', 'chmod 4755'])
          expect(job).toContain(`sudo ${part} node_modules/electron/dist/chrome-sandbox`)
    },
  )

  it.each(workflows)(
    '$name may read the repository, and write only where it drafts a release',
    ({ text }) => {
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
      const writes = [...text.matchAll(/^.*: write$/gm)].map(([line]) => line.trim())
      expect(writes).toEqual(text.includes('gh release create') ? ['contents: write'] : [])
    },
  )

  it.each(workflows)('$name puts no text from outside into a script', ({ text }) => {
    const scripts = text.split(/^ +(?:- )?run: /m).slice(1)
    const bodies = scripts.map((script) => script.split(/\n +(?:- |[a-z-]+:(?: |$))/)[0] ?? '')
    expect(bodies.length).toBeGreaterThan(3)
    // A matrix is our own; everything else reaches a script through its environment.
    expect(bodies.filter((body) => /\$\{\{(?! matrix\.)/.test(body))).toEqual([])
  })
})
