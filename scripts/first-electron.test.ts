import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textsOf } from '#shared/language/message.ts'
import { everyText } from './every-text.ts'
import { projectRoot } from './project-root.ts'

const read = (...path: string[]): string => readFileSync(join(projectRoot, ...path), 'utf8')
const document = read('docs/first-electron.md')
const specs = readdirSync(join(projectRoot, 'e2e/specs')).map((name) => ({
  name,
  text: read('e2e/specs', name),
}))

/** Electron's own labels, and Chromium's. */
const notOurs = ['Toggle Developer Tools', 'Network']

describe('docs/first-electron.md', () => {
  it('names what stands on the screens', () => {
    const texts = new Set([...textsOf(everyText)].map(([, text]) => text))
    const named = [...document.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].flatMap(([, label = '']) =>
      label.split(' → '),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((label) => !texts.has(label) && !notOurs.includes(label))).toEqual([])
  })

  it('starts specs and tests that are there, in Electron', () => {
    const commands = [...document.matchAll(/`npm run e2e -- --host=electron ([^`]+)`/g)].map(
      ([, what = '']) => what,
    )
    expect(commands.length).toBeGreaterThan(2)
    expect(commands).toHaveLength(document.split('npm run e2e').length - 1)
    for (const what of commands) {
      const title = /^--grep "(.+)"$/.exec(what)?.[1]
      if (title === undefined)
        for (const part of what.split(' '))
          expect(
            specs.some(({ name }) => name.includes(part)),
            part,
          ).toBe(true)
      else
        expect(
          specs.some(({ text }) => text.includes(title)),
          title,
        ).toBe(true)
    }
  })
})
