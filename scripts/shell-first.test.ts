import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project-root.ts'
import { documentWith } from './shell-first.ts'

const built = `<head>
    <title>Desk</title>
    <script type="module" crossorigin src="./assets/app-1.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/vue-1.js">
    <link rel="stylesheet" crossorigin href="./assets/index-1.css">
  </head>
  <body><p>Shell</p>
  </body>`

describe('the first document', () => {
  const made = documentWith(built, 'p{top:0}')

  it('loads nothing before the shell, whose style is inline', () => {
    const [before = '', after = ''] = made.split('<p>Shell</p>')
    expect(before).toContain('<style>p{top:0}</style>\n  </head>')
    expect(before).not.toMatch(/script|<link/)
    expect([...after.matchAll(/assets\/\S+(?=")/g)].map(([name]) => name)).toEqual([
      'assets/index-1.css',
      'assets/app-1.js',
      'assets/vue-1.js',
    ])
  })

  it('has a style that cannot end its element and that every later one overrides', () => {
    const style = readFileSync(join(projectRoot, 'src-renderer/styles/shell.css'), 'utf8')
    expect(style).not.toContain('</')
    expect(style.replace(/\/\*.*?\*\//gs, '').trim()).toMatch(/^@layer shell \{[^]*\n\}$/)
    expect(style.match(/^\S.*\{$/gm)).toEqual(['@layer shell {'])
  })
})
