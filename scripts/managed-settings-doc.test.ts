import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { readFields } from '#main/settings/managed/managed-fields.ts'
import { registryKey } from '#main/settings/managed/registry-fields.ts'
import { managedFields } from '#shared/managed-settings.ts'
import { projectRoot } from './project-root.ts'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const page = read('docs/managed-settings.md')
const template = read('packaging/windows-policy/claims-desk.admx')
const words = read('packaging/windows-policy/en-US/claims-desk.adml')

/** What may stand in each field, by its row. */
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(
    ([, field = '', value = '']) => [field, value] as const,
  ),
)

describe('docs/managed-settings.md', () => {
  it('documents every field and no other', () => {
    expect([...rows.keys()]).toEqual([...managedFields])
  })

  it('has an example that applies as a whole', () => {
    const example = v.parse(
      v.pipe(v.string(), v.parseJson(), v.looseObject({})),
      /```json\n([^`]*)```/.exec(page)?.[1],
    )
    const { values, problems } = readFields(example, ['en'])
    expect(problems).toEqual([])
    expect(values).toEqual(example)
  })

  it('names the places that are read', () => {
    for (const place of [
      '/etc/claims-desk/policy.json',
      '/Library/Application Support/Claims Desk/policy.json',
      registryKey,
    ])
      expect(page).toContain(place)
  })

  it.each(['keepReceivedDays', 'lockAfterMinutes', 'pinMinimumLength'] as const)(
    'and the template give %s the bounds that it has',
    (field) => {
      const [, low, high] = /(\d+) to (\d+)/.exec(rows.get(field) ?? '') ?? []
      const [least, most] = [Number(low), Number(high)]
      const takes = (value: number): boolean => field in readFields({ [field]: value }, []).values
      expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false])
      expect(template).toContain(
        `valueName="${field}" required="true" minValue="${least}" maxValue="${most}"`,
      )
    },
  )
})

describe('the template of group policy', () => {
  it('sets every field and no other, under the key that is read', () => {
    const named = [...template.matchAll(/valueName="(\w+)"/g)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([...managedFields].toSorted())
    const keys = new Set([...template.matchAll(/ key="([^"]+)"/g)].map(([, key]) => key))
    expect([...keys]).toEqual([registryKey.replace('HKEY_LOCAL_MACHINE\\', '')])
  })

  it('has words for everything that it names', () => {
    const asked = [...template.matchAll(/\$\((string|presentation)\.(\w+)\)/g)]
    expect(asked.length).toBeGreaterThan(30)
    const missing = asked.filter(([, kind = '', id = '']) => !words.includes(`<${kind} id="${id}"`))
    expect(missing).toEqual([])
  })

  it('offers environments that are taken', () => {
    const offered = [...template.matchAll(/<string>([^<]+)<\/string>/g)].map(([, text = '']) =>
      text.split(','),
    )
    expect(offered).toHaveLength(6)
    for (const environments of offered) expect(readFields({ environments }, []).problems).toEqual([])
  })
})
