import { mkdirSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { isWithin, spentOf } from '../budget.ts'
import { pageScripts } from './page-scripts.ts'

let folder: string

beforeEach(() => {
  folder = createTestFolder()
  mkdirSync(join(folder, 'assets'))
})

/** So many kB that do not become fewer by being zipped. */
const script = (kb: number, ...imports: readonly string[]): string =>
  `${imports.map((name) => `import"./${name}";`).join('')}//${randomBytes((kb * 1000 * 3) / 4).toString('base64')}`

function build(scripts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, 'assets', name), text)
  writeFileSync(
    join(folder, 'index.html'),
    '<script type="module" crossorigin src="./assets/index-1.js"></script>',
  )
}

describe('the scripts of a built page', () => {
  it('count before the first screen with what they import, and the screens by what only they need', () => {
    build({
      'index-1.js': script(40, 'vue-1.js') + 'const open=()=>import("./ClaimsScreen-1.js");',
      'HomeScreen-1.js': script(8, 'card-1.js'),
      'ClaimsScreen-1.js': script(16, 'vue-1.js', 'grid-1.js'),
      'HelpScreen-1.js': script(4),
      'vue-1.js': script(80),
      'card-1.js': script(2),
      'grid-1.js': script(10),
    })
    const sizes = pageScripts(folder)
    // Base64 holds three quarters.
    expect(sizes.firstScreen / 0.75).toBeCloseTo(130, -1)
    expect(sizes.largestScreen / 0.75).toBeCloseTo(26, -1)
    expect(sizes.all / 0.75).toBeCloseTo(160, -1)
  })

  it('cannot be measured for a page without an entry', () => {
    build({ 'HomeScreen-1.js': '' })
    writeFileSync(join(folder, 'index.html'), '<p></p>')
    expect(() => pageScripts(folder)).toThrow('no entry')
  })
})

describe('a budget', () => {
  it('is met up to its last unit, and never by an unmeasured number', () => {
    const [kept, exceeded, unknown] = spentOf(
      'sizes',
      { kept: 10, exceeded: 10.1, unknown: Number.NaN },
      { kept: 10, exceeded: 10, unknown: 10 },
    ).map(isWithin)
    expect([kept, exceeded, unknown]).toEqual([true, false, false])
  })
})
