import { describe, expect, it } from 'vitest'
import { figureLine, withFigures } from './figures.ts'

const empty = 'Before\n<!-- figures: written by npm run prove -->\n<!-- end of figures -->\nAfter\n'
const kills = { proof: 'kills', tried: { kills: 5000 }, seen: { lost: 0, twice: 0 } }

describe('the table of figures', () => {
  it('gets a row for each figure and leaves the rest of the document alone', () => {
    const written = withFigures(empty, 'long', '2026-01-02', [kills])
    expect(written).toContain('| `kills` | long | kills 5,000 | lost 0, twice 0 | 2026-01-02 |')
    expect(written.startsWith('Before\n')).toBe(true)
    expect(written.endsWith('<!-- end of figures -->\nAfter\n')).toBe(true)
  })

  it('replaces the row of the same proof and size, whatever its number, and keeps the others', () => {
    const first = withFigures(empty, 'long', '2026-01-02', [kills])
    const short = withFigures(first, 'short', '2026-01-02', [{ ...kills, tried: { kills: 300 } }])
    const again = withFigures(short, 'long', '2026-02-03', [{ ...kills, tried: { kills: 6000 } }])
    expect(again).not.toContain('5,000')
    expect(again).toContain('| `kills` | long | kills 6,000 | lost 0, twice 0 | 2026-02-03 |')
    expect(again).toContain('| `kills` | short | kills 300 |')
  })

  it('keeps the parts of one proof apart', () => {
    const parts = ['leveldb', 'sqlite'].map((store) => ({ ...kills, tried: { store, kills: 20 } }))
    const written = withFigures(empty, 'short', '2026-01-02', parts)
    expect(written).toContain('store leveldb, kills 20')
    expect(written).toContain('store sqlite, kills 20')
  })

  it('keeps what was tried in another way apart, though both are only counted', () => {
    const ways = [
      { histories: 20, seed: 7 },
      { orders: 5, seed: 9 },
    ].map((tried) => ({ ...kills, tried }))
    const again = withFigures(withFigures(empty, 'short', '2026-01-02', ways), 'short', '2026-01-03', ways)
    expect(again.match(/\| `kills` \|/g)).toHaveLength(2)
  })

  it('is refused by a document without a place for it', () => {
    expect(() => withFigures('Before', 'long', '2026-01-02', [kills])).toThrow('no place')
  })
})

describe('a figure', () => {
  it('is one line of words', () => {
    expect(figureLine(kills)).toBe('kills: kills 5,000: lost 0, twice 0')
  })
})
