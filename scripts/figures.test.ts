import { describe, expect, it } from 'vitest'
import { withFigures } from './figures.ts'

const empty = 'Before\n<!-- figures: written by npm run prove -->\n<!-- end of figures -->\nAfter\n'
const kills = { proof: 'kills', tried: { kills: 5000 }, seen: { lost: 0, twice: 0 } }

describe('the table of figures', () => {
  it('replaces the row of the same proof, whatever its number, unless it was a larger run', () => {
    const short = withFigures(empty, 'short', '2026-01-02', [{ ...kills, tried: { kills: 300 } }])
    const long = withFigures(short, 'long', '2026-01-02', [kills])
    expect(long).not.toContain('kills 300')
    const medium = withFigures(long, 'medium', '2026-01-03', [{ ...kills, tried: { kills: 900 } }])
    expect(medium).toBe(long)
    const again = withFigures(medium, 'long', '2026-02-03', [{ ...kills, tried: { kills: 6000 } }])
    expect(again).not.toContain('5,000')
    expect(again).toContain('| `kills` | long | kills 6,000 | lost 0, twice 0 | 2026-02-03 |')
  })

  it('has one row for parts that saw the same, and takes it apart where they no longer do', () => {
    const parts = ['leveldb', 'sqlite'].map((store) => ({ ...kills, tried: { store, kills: 20 } }))
    const same = withFigures(empty, 'short', '2026-01-02', parts)
    expect(same).toContain(
      '| `kills` | short | store leveldb, kills 20; store sqlite, kills 20 | lost 0, twice 0 |',
    )
    const broken = { ...kills, tried: { store: 'sqlite', kills: 21 }, seen: { lost: 1, twice: 0 } }
    const apart = withFigures(same, 'short', '2026-01-02', [broken])
    expect(apart).toContain('| store leveldb, kills 20 | lost 0, twice 0 |')
    expect(apart).toContain('| store sqlite, kills 21 | lost 1, twice 0 |')
  })

  it('keeps what was tried in another way apart, though both are only counted', () => {
    const ways = [
      { histories: 20, seed: 7 },
      { orders: 5, seed: 9 },
    ].map((tried) => ({ ...kills, tried }))
    const again = withFigures(withFigures(empty, 'short', '2026-01-02', ways), 'short', '2026-01-03', ways)
    expect(again).toContain('| histories 20, seed 7; orders 5, seed 9 |')
  })
})
