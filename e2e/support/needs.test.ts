import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../scripts/project-root.ts'
import { needs } from './needs.ts'

/*
 * A test that is skipped on a host or a system shows nothing there and is easily missed. So the only way to skip one
 * is `need(test, …)` of needs.ts, which says why; other code that asks for the host is listed here, with its reason.
 */
const allowed: Readonly<Record<string, string>> = {
  'crash-dumps.spec.ts: isBrowserApart':
    'Chromium has no process of its own to crash in Electron; main is crashed there too',
  'host.spec.ts: testedElectron': 'it says which host it ran in, and what only that one can show',
  'smoke.spec.ts: process.platform': 'Windows has no signal that asks a program to end',
  'smoke.spec.ts: testedElectron': 'it starts the program as a person does, by its command',
  'second-instance.spec.ts: testHost': 'it starts the application as a person does, by its command',
  'smoke.spec.ts: getuid': 'Chromium makes no sandbox for root',
  'first-start.spec.ts: isKeyringAlwaysThere': 'what is said where there is no keyring is not said there',
  'paper.spec.ts: hasModes': 'one line of it: on Windows a file’s mode says the same of everybody',
}
const asksForTheHost =
  /\.(?:skip|fixme|fail)\b|\b(?:testHostName|hostName|electronProgram|testedElectron|testHost|isBrowserApart|isKeyringAlwaysThere|hasModes|getuid|StandInApp|ElectronApp)\b|process\.platform|\bplatform\(\)|--host-/g

const folders = ['e2e/specs', 'e2e/pages', 'e2e/support/attacks']

function found(): readonly string[] {
  const all = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder)).flatMap((name) => {
      const text = readFileSync(join(projectRoot, folder, name), 'utf8').replaceAll(
        /^import [^']*'.*'$/gm,
        '',
      )
      return [...text.matchAll(asksForTheHost)].map(([word]) => `${name}: ${word}`)
    }),
  )
  return [...new Set(all)].toSorted()
}

it('is asked in no other way, but for a few that have a reason', () => {
  expect(found()).toEqual(Object.keys(allowed).toSorted())
})

it('is asked for by a test, and says why it may be missing', () => {
  const specs = readdirSync(join(projectRoot, 'e2e/specs')).map((name) =>
    readFileSync(join(projectRoot, 'e2e/specs', name), 'utf8'),
  )
  for (const [name, { reason }] of Object.entries(needs)) {
    expect(
      specs.some((text) => text.includes(`'${name}'`)),
      name,
    ).toBe(true)
    expect(reason, name).toMatch(/^\S.{30,}\.$/)
  }
})
