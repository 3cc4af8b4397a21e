import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { enClaims } from './en-claims.ts'
import { enCommands } from './en-commands.ts'
import { enReceived } from './en-received.ts'
import { i18n } from './index.ts'

function* texts(tree: object, path = ''): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(tree) as [string, string | object][]) {
    if (typeof value === 'string') yield [`${path}${key}`, value]
    else yield* texts(value, `${path}${key}.`)
  }
}

describe('the catalogue', () => {
  it('has no two parts of the same name, so that none hides the other', () => {
    const keys = [en, enClaims, enCommands, enReceived].flatMap((part) => Object.keys(part))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it.each([...texts(en), ...texts(enClaims), ...texts(enCommands), ...texts(enReceived)])(
    '%s can be shown with its parts filled in',
    (key, source) => {
      const names = [...source.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const named = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
      const last = source.includes(' | ') ? (source.split(' | ').at(-1) ?? '') : source
      expect(i18n.global.t(key, named, 7)).toBe(
        last.replaceAll(/\{(\w+)\}/g, (_, name: string) => `<${name}>`),
      )
    },
  )
})
