import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileStoreNames, readFields } from '#main/office/settings/managed/managed-fields.ts'
import { registryKey } from '#main/office/settings/managed/windows-registry.ts'
import { managedFields } from '#shared/managed-settings.ts'
import { projectRoot } from './project-root.ts'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const page = read('docs/managed-settings.md')
const template = read('packaging/windows-policy/claims-desk.admx')
const words = read('packaging/windows-policy/en-US/claims-desk.adml')

const isFileStore = (field: string): boolean => field.endsWith('FileStore')
/** Fields with a key of their own. */
const isBelow = (field: string): boolean => isFileStore(field) || field === 'statusNames'
/** The names that the template sets below a key. */
function namesBelow(key: string): readonly string[] {
  const whole = key.replace('HKEY_LOCAL_MACHINE\\', '')
  return [...template.matchAll(/<policy [^>]* key="([^"]+)"[^]*?<\/policy>/g)]
    .filter(([, found]) => found === whole)
    .flatMap(([policy]) => [...policy.matchAll(/valueName="(\w+)"/g)].map(([, name = '']) => name))
}

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
      const takes = (value: number): boolean => field in readFields({ [field]: value }).values
      expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false])
      expect(template).toContain(
        `valueName="${field}" required="true" minValue="${least}" maxValue="${most}"`,
      )
    },
  )
})

describe('the template of group policy', () => {
  it('sets every field and no other, under the key that is read', () => {
    expect(namesBelow(registryKey).toSorted()).toEqual(
      managedFields.filter((field) => !isBelow(field)).toSorted(),
    )
  })

  it.each(managedFields.filter(isFileStore))('sets %s by the names that are read', (field) => {
    expect(namesBelow(`${registryKey}\\${field}`).toSorted()).toEqual(fileStoreNames.toSorted())
    for (const name of fileStoreNames) expect(page).toContain(`- \`${name}\``)
  })

  it('sets names of status values by a list below the key that is read', () => {
    const names = /<policy name="StatusNames"[^]*?<\/policy>/.exec(template)?.[0] ?? ''
    expect(names).toContain(String.raw`key="SOFTWARE\Policies\Claims Desk\statusNames"`)
    expect(names).toContain('explicitValue="true"')
  })

  it('has words for everything that it names', () => {
    const asked = [...template.matchAll(/\$\((string|presentation)\.(\w+)\)/g)]
    expect(asked.length).toBeGreaterThan(30)
    const missing = asked.filter(([, kind = '', id = '']) => !words.includes(`<${kind} id="${id}"`))
    expect(missing).toEqual([])
  })

  it('offers environments that are taken', () => {
    const choices = /<policy name="Environments"[^]*?<\/policy>/.exec(template)?.[0] ?? ''
    const offered = [...choices.matchAll(/<string>([^<]+)<\/string>/g)].map(([, text = '']) =>
      text.split(','),
    )
    expect(offered).toHaveLength(6)
    for (const environments of offered) expect(readFields({ environments }).problems).toEqual([])
  })
})
