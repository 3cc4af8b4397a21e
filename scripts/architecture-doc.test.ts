import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project-root.ts'

const text = readFileSync(join(projectRoot, 'ARCHITECTURE.md'), 'utf8')
const sections = new Map(
  text
    .split('\n## ')
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
)

/** The paths that a text names, in its order; every-doc.test.ts checks that they exist. */
function pathsIn(part: string): string[] {
  return [...part.matchAll(/`((?:src-\w+|e2e|testing|proofs|bench|scripts|packaging)[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  )
}

describe('ARCHITECTURE.md', () => {
  it('names every folder of main, page and shared code, and no other', () => {
    const folders = ['src-shared', 'src-main', 'src-renderer'].flatMap((source) =>
      readdirSync(join(projectRoot, source), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${source}/${name}`),
    )
    const rooms = pathsIn(sections.get('Rooms') ?? '').filter((path) => path.startsWith('src-'))
    expect(rooms.toSorted()).toEqual(folders.toSorted())
  })

  it('passes each file once in each of its three walks, of ten lines at most', () => {
    const walks = [...sections.values()].filter((section) => section.includes('\n1. `src-'))
    expect(walks).toHaveLength(3)
    for (const walk of walks) expect(pathsIn(walk)).toEqual([...new Set(pathsIn(walk))])
    for (const walk of walks) expect(walk.match(/^\d+\. /gm)?.length).toBeLessThanOrEqual(10)
  })

  it('is read in a few minutes', () => {
    const lines = text.split('\n')
    expect(lines.length).toBeLessThanOrEqual(125)
    expect(lines.filter((line) => line.length > 120)).toEqual([])
  })
})
