import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ListScanner } from './list-scanner.ts'

interface Scanned {
  readonly rows: readonly unknown[]
  readonly around: string
  readonly problem: ListScanner['problem']
}

/** Reads a text in pieces of these lengths, over and over. */
function scanned(
  text: string | Buffer,
  lengths: readonly number[] = [1 << 20],
  maximumPartBytes = 1 << 20,
): Scanned {
  const scanner = new ListScanner({ hasRows: true, maximumPartBytes })
  const bytes = Buffer.from(text)
  const rows: unknown[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1)
    rows.push(...scanner.take(bytes.subarray(at, at + length)))
    at += length
  }
  return { rows, around: scanner.text(), problem: scanner.problem }
}

const list = '{"success":true,"data":[{"a":1},{"a":2}]}'

describe('a list that is read in pieces', () => {
  it('has the rows and the rest of what JSON.parse reads, wherever it is cut', () => {
    const row = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 4 })
    const value = fc.oneof(fc.jsonValue(), fc.constant({ data: [{ data: [1] }] }), fc.constant('"data":[{'))
    const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 5 }), value), {
      selector: ([name]) => name,
      maxLength: 4,
    })
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
    const shape = fc.record({
      rows: fc.array(row, { maxLength: 6 }),
      before: members,
      after: members,
      indent: fc.constantFrom(undefined, 1, '\t\r'),
      lengths,
    })
    fc.assert(
      fc.property(shape, ({ rows, before, after, indent, lengths }) => {
        const own = (all: typeof before) => all.filter(([name]) => name !== 'data' && name !== 'success')
        const whole = Object.fromEntries([...own(before), ['data', rows], ...own(after)])
        const found = scanned(JSON.stringify(whole, null, indent), lengths)
        const parsed = JSON.parse(JSON.stringify(whole)) as typeof whole
        expect(found.problem).toBeNull()
        expect(found.rows).toEqual(parsed['data'])
        expect(JSON.parse(found.around)).toEqual({ ...parsed, data: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('never takes for JSON what JSON.parse refuses', () => {
    const damage = fc.record({
      at: fc.nat({ max: list.length }),
      cut: fc.nat({ max: 3 }),
      put: fc.constantFrom('', ',', '[', ']', '{', '}', '"', ':', '\\', ' ', 'x', '0', 'null', '"data":[]'),
      lengths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
    })
    fc.assert(
      fc.property(damage, ({ at, cut, put, lengths }) => {
        const text = list.slice(0, at) + put + list.slice(at + cut)
        const { rows, around, problem } = scanned(text, lengths)
        const envelope = problem === null ? parsed(around) : undefined
        if (envelope === undefined) return
        const whole = parsed(text)
        expect(whole, text).toBeDefined()
        if (rows.length > 0) expect(whole, text).toEqual({ ...(envelope as object), data: rows })
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps the rows of a repeated name apart', () => {
    expect(scanned('{"success":true,"data":[{"a":1}],"data":[{"a":2}]}').problem).toBe('unreadable')
    expect(scanned('{"success":true,"data":null,"data":[{"a":2}]}').rows).toEqual([{ a: 2 }])
  })

  it('knows its name however it is escaped', () => {
    expect(scanned('{"success":true,"d\\u0061ta":[{"a":1}]}', [3]).rows).toEqual([{ a: 1 }])
    expect(scanned('{"success":true,"d\\\\u0061ta":[{"a":1}]}', [3]).rows).toEqual([])
  })

  it('is text where it is no object', () => {
    for (const text of ['[{"a":1}]', '<html>', '', '"data"', '\ufeff\n<html>']) {
      expect(scanned(text, [2])).toEqual({ rows: [], around: text.replace('\ufeff', ''), problem: null })
    }
  })

  it('is read behind a byte order mark', () => {
    expect(scanned(`\ufeff \n${list}`, [1]).rows).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('gives up over the limit of a row, or of the rest', () => {
    const long = 'x'.repeat(3000)
    expect(scanned(`{"success":true,"data":[{"a":"${long}"}]}`, [100], 2000).problem).toBe('too-large')
    expect(scanned(`{"success":true,"data":[${'{"a":1},'.repeat(3000)}{}]}`, [100], 2000).problem).toBeNull()
    expect(scanned(`{"message":"${long}","success":true,"data":[]}`, [100], 2000).problem).toBe('too-large')
    expect(scanned(`{"success":true,"data":[]}${' '.repeat(3000)}`, [100], 2000).problem).toBe('too-large')
  })
})

describe('a list of which enough was read', () => {
  const stopped = (text: string): ListScanner => {
    const scanner = new ListScanner({ hasRows: true, maximumPartBytes: 1000 })
    scanner.take(Buffer.from(text))
    scanner.stop()
    return scanner
  }

  it('may end where its success is known', () => {
    const scanner = stopped('{"success":true,"data":[{"a":1},{"a"')
    expect(scanner.isEnough).toBe(true)
    expect(JSON.parse(scanner.text(true))).toEqual({ success: true, data: [] })
    expect(JSON.parse(stopped('{"success":true,"data":[{"a":1}],"x":{"y":1}}').text(true))).toBeDefined()
  })

  it('goes on without rows until its success is known', () => {
    const scanner = stopped('{"data":[{"a":1},{"a"')
    expect(scanner.isEnough).toBe(false)
    expect(scanner.take(Buffer.from(`:"${'x'.repeat(5000)}"},{"a":3}],"success":true}`))).toEqual([])
    expect(scanner.problem).toBeNull()
    expect(JSON.parse(scanner.text())).toEqual({ data: [], success: true })
  })

  it('has no rows where it says that it is no success', () => {
    for (const said of ['false', '"true"', '1', 'null']) {
      expect(scanned(`{"success":${said},"data":[{"a":1}]}`).rows).toEqual([])
    }
  })
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
