import { describe, expect, it } from 'vitest'
import { changelogSection } from './changelog-section.ts'

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
