import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { expect } from '@playwright/test'
import ts from 'typescript'
import * as v from 'valibot'
import { billOfMaterials } from '../../scripts/audit.ts'
import { build } from '../../scripts/build.ts'
import { isAsWanted, readFuses } from '../../scripts/fuse-report.ts'
import { packArchive } from '../../scripts/pack-archive.ts'
import { packHeadOffice } from '../../scripts/pack-head-office.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { test } from '../support/fixtures.ts'
import { packedFolder } from '../support/packed-app.ts'

/*
 * What goes into an installer. It runs before the tests of the packed application (playwright.config.ts), which take
 * the archive that is packed here.
 */
/** Two million of them are the decoder of HEIC, which the first such photo loads. */
const archiveBudgetBytes = 6_000_000
const mainBudgetBytes = 3_050_000

// One worker packs, once.
test.describe.configure({ mode: 'default' })
const packed = { archive: '', resources: '', program: '' }

test.beforeAll(async () => {
  Object.assign(packed, await packArchive(packedFolder))
})

const text = (file: string): string => extractFile(packed.archive, file).toString('utf8')

const filesOfMain = (): readonly string[] =>
  listPackage(packed.archive, { isPack: false })
    .map((name) => name.replaceAll('\\', '/').slice(1))
    .filter((name) => /^out\/main\/.*\.js$/.test(name))

/** The files of the archive; scripts and styles of the page as one each, and without the mark of their content. */
function kindsOfFiles(): readonly string[] {
  const names = listPackage(packed.archive, { isPack: false })
    .map((name) => name.replaceAll('\\', '/').slice(1))
    .filter((name) => /\.\w+$/.test(name))
    .map((name) =>
      name.replace(/(assets|main)\/.*\.(js|css)$/, '$1/*.$2').replace(/-[\w-]{8}(\.\w+)$/, '-*$1'),
    )
  return [...new Set(names)].toSorted()
}

test('only what runs is in the archive', () => {
  expect(kindsOfFiles()).toEqual([
    'out/main/*.js',
    'out/preload/index.cjs',
    'out/renderer/assets/*.css',
    'out/renderer/assets/*.js',
    'out/renderer/assets/inter-latin-ext-wght-normal-*.woff2',
    'out/renderer/assets/inter-latin-wght-normal-*.woff2',
    'out/renderer/assets/inter-vietnamese-wght-normal-*.woff2',
    'out/renderer/icon.svg',
    'out/renderer/index.html',
    'package.json',
  ])
})

test('licences lie beside the archive, and nothing else', () => {
  expect(readdirSync(packed.resources).toSorted()).toEqual([
    'LICENSE',
    'app.asar',
    'third-party-licences.txt',
  ])
})

/** The packages whose licences go along. */
function licensed(): readonly string[] {
  const licences = readFileSync(join(packed.resources, 'third-party-licences.txt'), 'utf8')
  return [...licences.matchAll(/^(\S+) \d+\.\S+ \(\S+\)$/gm)].map(([, name = '']) => name)
}

test('the licence of every package that we build on goes with each copy', () => {
  const named = new Set(licensed())
  const Dependencies = v.object({ dependencies: v.record(v.string(), v.string()) })
  const manifest = readFileSync(join(projectRoot, 'package.json'), 'utf8')
  const { dependencies } = v.parse(v.pipe(v.string(), v.parseJson(), Dependencies), manifest)
  expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([])
  expect(named).toContain('tailwindcss')
})

test('the bill of materials names all of them, and Electron', async () => {
  const bill = new Set((await billOfMaterials()).components.map(({ name }) => name))
  expect(['electron', ...licensed()].filter((name) => !bill.has(name))).toEqual([])
  expect(bill).not.toContain('vitest')
})

test('the fuses are set in the program, and its languages are those of the page alone', async () => {
  const readings = await readFuses(packed.program)
  expect(readings.filter((reading) => !isAsWanted(reading))).toEqual([])
  expect(readdirSync(join(packed.resources, '../locales')).toSorted()).toEqual(['en-GB.pak', 'en-US.pak'])
})

test('the archive stays small', () => {
  expect(statSync(packed.archive).size).toBeLessThan(archiveBudgetBytes)
  const lengths = filesOfMain().map((file) => text(file).length)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(mainBudgetBytes)
})

test('main and preload ask for nothing but Electron and Node', () => {
  const isOwn = (name: string): boolean => filesOfMain().includes(name.replace(/^\.\//, 'out/main/'))
  for (const file of [...filesOfMain(), 'out/preload/index.cjs']) {
    const names = ts.preProcessFile(text(file), true, true).importedFiles.map(({ fileName }) => fileName)
    if (file.includes('/index.')) expect(names).toContain('electron')
    const others = names.filter((name) => name !== 'electron' && !isBuiltin(name) && !isOwn(name))
    expect(others, file).toEqual([])
  }
})

test('the archive says what to start, and nothing of how it was built', () => {
  const Manifest = v.looseObject({ main: v.string(), productName: v.string(), desktopName: v.string() })
  const manifest = v.parse(v.pipe(v.string(), v.parseJson(), Manifest), text('package.json'))
  expect(manifest).toMatchObject({
    main: 'out/main/index.js',
    productName: 'Claims Desk',
    desktopName: 'claims-desk.desktop',
    type: 'module',
  })
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest).not.toHaveProperty('devDependencies')
})

test('a copy of the archive reaches no package of the checkout', ({ appDir }) => {
  const from = createRequire(join(appDir, 'out/main/index.js'))
  expect(() => from.resolve('valibot')).toThrow(/Cannot find module/)
})

// Whoever doubts a release builds it again and compares.
test('the same bytes are built in another folder at another time', { tag: '@longer' }, async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'claims-desk-'))
  const folder = join(temporary, 'another folder')
  try {
    const made = readFileSync(join(projectRoot, '.gitignore'), 'utf8').split(/\/?\n/)
    const sources = readdirSync(projectRoot).filter((name) => name !== '.git' && !made.includes(name))
    for (const name of sources) cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction')
    expect(build(folder)).toBeNull()
    const again = await packArchive(join(folder, 'packed'), folder)
    const sums = (resources: string, tools: string): readonly string[] =>
      [tools, ...readdirSync(resources).map((name) => join(resources, name))].map((file) =>
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      )
    const built = sums(packed.resources, await packHeadOffice(join(folder, 'here')))
    expect(built).toHaveLength(4)
    expect(sums(again.resources, await packHeadOffice(join(folder, 'there'), folder))).toEqual(built)
  } finally {
    rmSync(temporary, { recursive: true })
  }
})
