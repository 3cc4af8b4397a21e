import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changelogSection } from './changelog-section.ts'
import { projectRoot } from './project-root.ts'

describe('a version’s section', () => {
  const text =
    '# Changelog\n\n## [Unreleased]\n\n## [1.10.0] - 2026-02-01\n### Added\n- Two\n\n## [1.1.0] - 2026-01-01\n- One\n'

  it('is what is between its heading and the next', () => {
    expect(changelogSection(text, '1.10.0')).toBe('### Added\n- Two')
    expect(changelogSection(text, '1.1.0')).toBe('- One')
  })

  it('is none where the version is not there or nothing is said', () => {
    expect(changelogSection(text, '1.1')).toBeNull()
    expect(changelogSection(text, 'Unreleased')).toBeNull()
  })
})

describe('CHANGELOG.md', () => {
  const text = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')

  it('keeps to the form of Keep a Changelog, the newest version first', () => {
    const headings = text.split('\n').filter((line) => line.startsWith('## '))
    expect(headings[0]).toBe('## [Unreleased]')
    for (const heading of headings.slice(1)) {
      expect(heading).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/)
    }
    const kinds = text.split('\n').filter((line) => line.startsWith('### '))
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    expect(kinds.filter((kind) => !known.includes(kind.slice(4)))).toEqual([])
  })
})
