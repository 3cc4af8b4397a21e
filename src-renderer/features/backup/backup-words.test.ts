import { describe, expect, it } from 'vitest'
import { takingInLines } from './backup-words.ts'

const nothing = { open: 0, settled: 0, drafts: 0 }
const from = '7F3K-92QD-7'

describe('what becomes of the work of a computer that stopped for this one', () => {
  it('is sent from here, but for what came as a copy before', () => {
    const lines = takingInLines({
      as: 'move',
      from,
      stoppedFor: from,
      known: 2,
      brings: { ...nothing, open: 1 },
    })
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('is sent from here')
    expect(lines[1]).toContain('from a copy')
  })

  it('is not called sent from here where all of it came as a copy before', () => {
    const lines = takingInLines({ as: 'move', from, stoppedFor: from, known: 6, brings: nothing })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('6 are already here from a copy')
  })
})
