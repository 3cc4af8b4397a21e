import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { projectRoot } from './project-root.ts'

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      hasInstallScript: v.optional(v.boolean(), false),
      license: v.optional(v.string()),
      integrity: v.optional(v.string()),
      resolved: v.optional(v.string()),
      dev: v.optional(v.boolean(), false),
      devOptional: v.optional(v.boolean(), false),
      optional: v.optional(v.boolean(), false),
      // Bundled in its parent's package and pinned with it.
      inBundle: v.optional(v.boolean(), false),
    }),
  ),
})
const Manifest = v.object({ dependencies: v.record(v.string(), v.string()) })

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8')
const lock = v.parse(v.pipe(v.string(), v.parseJson(), Lock), read('package-lock.json'))
const manifest = v.parse(v.pipe(v.string(), v.parseJson(), Manifest), read('package.json'))
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
// The optional packages are Node for the tools alone, never shipped.
const inProduction = packages.filter(
  ([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional,
)

// MPL-2.0 binds changes of its own files only, and we change none (lightningcss, at build time).
const welcome = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
  'MPL-2.0',
])
// Asks that it can be replaced: a file of its own beside the bundles (docs/decisions/0010-files.md).
const replaceable = new Set(['node_modules/libheif-js LGPL-3.0'])

/** Packages with a program that npm would run when it installs them, and why we do without it. */
const doneWithout: Readonly<Record<string, string>> = {
  'electron-winstaller': 'chooses a 7-Zip for Squirrel’s installers; ours are made by NSIS',
}

describe('the programs of packages that npm runs when it installs them', () => {
  it('are known, each with a reason for doing without it', () => {
    const withProgram = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = withProgram.map(([path]) => path.replace(/^.*node_modules\//, ''))
    expect(names.sort()).toEqual(Object.keys(doneWithout).sort())
  })

  it('do not run under our configuration, whatever the machine’s npm', () => {
    const folder = createTestFolder()
    const write = (file: string, content: unknown): void => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), JSON.stringify(content))
    }
    const run = "require('node:fs').writeFileSync(process.env.INIT_CWD + '/ran', '')"
    const scripts = { preinstall: `node -e "${run}"`, postinstall: `node -e "${run}"` }
    write('stranger/package.json', { name: 'stranger', version: '1.0.0', scripts })
    const npm = (...args: readonly string[]): string =>
      execFileSync('npm', args, {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
        shell: process.platform === 'win32',
      })
    npm('pack', './stranger', '--silent', '--ignore-scripts')
    const dependencies = { stranger: 'file:stranger-1.0.0.tgz' }
    write('package.json', { name: 'desk', version: '1.0.0', dependencies })
    npm('install', '--package-lock-only', '--offline', '--ignore-scripts')
    cpSync(join(projectRoot, '.npmrc'), join(folder, '.npmrc'))
    npm('ci', '--offline')
    expect(existsSync(join(folder, 'node_modules/stranger/package.json'))).toBe(true)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})

const switchesOff =
  /\bsysctl\b|--(?:no|disable-setuid)-sandbox|ELECTRON_DISABLE_SANDBOX|apparmor_restrict|\baa-(?:teardown|disable|complain)\b|\bsetenforce\b|\bMpPreference\b|\bspctl\b/

describe.each(readdirSync(join(projectRoot, '.github/workflows')))('the workflow %s', (name) => {
  const lines = read(join('.github/workflows', name)).split('\n')

  // The owner of a tag can move it to other code; a commit cannot change.
  it('uses each action by its commit', () => {
    const used = lines.flatMap((line) => /^\s*(?:- )?uses:\s*(\S+)/.exec(line)?.[1] ?? [])
    expect(used).not.toEqual([])
    expect(used.filter((action) => !/^\.\/|@[0-9a-f]{40}$/.test(action))).toEqual([])
  })

  // A test without the machine's protections passes there and fails on officers' computers.
  it('switches no protection of its machine off', () => {
    expect(lines.filter((line) => switchesOff.test(line.replace(/^\s*#.*/, '')))).toEqual([])
  })
})

describe('the packages we build on', () => {
  it('all have a licence that lets a merchant use and ship the application', () => {
    expect(inProduction.length).toBeGreaterThan(50)
    const others = inProduction.filter(
      ([path, { license }]) =>
        license === undefined || (!welcome.has(license) && !replaceable.has(`${path} ${license}`)),
    )
    expect(others).toEqual([])
  })

  it('are each pinned by what they contain, and by no address', () => {
    const unpinned = packages.filter(
      ([, { integrity, inBundle }]) => !inBundle && integrity?.startsWith('sha512-') !== true,
    )
    expect(unpinned.map(([path]) => path)).toEqual([])
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  it('are each named, with licence and reason, in the decisions', () => {
    const decision = read('docs/decisions/0001-tools.md')
    const rows = decision.split('\n').filter((line) => line.startsWith('|'))
    const unnamed = Object.keys(manifest.dependencies).filter(
      (name) => !rows.some((row) => row.includes(`${name} `)),
    )
    expect(unnamed).toEqual([])
  })

  it('are all that the product imports: only those are audited, and named in its licences', () => {
    const sources = globSync('src-*/**/*.{ts,vue}', { cwd: projectRoot }).filter(
      (file) => !/\.test\.ts$|[\\/]testing[\\/]/.test(file),
    )
    const named = sources.flatMap((file) =>
      [
        ...read(file).matchAll(
          /^(?:import|export) (?!type\b)[^'"]*from '(@[\w-]+\/[\w-]+|[a-z][\w-]*)['/]/gm,
        ),
      ].map(([, name = '']) => name),
    )
    const imported = new Set(named.filter((name) => name !== 'node' && name !== 'electron'))
    expect(imported.size).toBeGreaterThan(10)
    expect([...imported].filter((name) => !(name in manifest.dependencies))).toEqual([])
  })
})
