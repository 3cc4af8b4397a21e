import * as v from 'valibot'

/** The newest lines; enough for days. */
const mostLines = 400
const codeWord = /^[A-Za-z][A-Za-z:_-]{0,38}\d{0,3}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const LineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.objectWithRest(
    { at: v.pipe(v.string(), v.regex(moment)), event: v.pipe(v.string(), v.regex(codeWord)) },
    v.union([v.string(), v.number(), v.boolean()]),
  ),
)

/**
 * The log for the report. The rules for writing a line are checked again, since the file could have been tampered with.
 * Lines that are not ours are counted and left out.
 */
export function reportedLog(text: string): { readonly leftOut: number; readonly lines: readonly string[] } {
  const all = text.split('\n').filter((line) => line !== '')
  const valid = all.flatMap((line) => {
    const parsed = v.safeParse(LineSchema, line)
    return parsed.success ? [lineOf(parsed.output)] : []
  })
  const lines = valid.slice(-mostLines)
  return { leftOut: all.length - lines.length, lines }
}

function lineOf({ at, event, ...codes }: v.InferOutput<typeof LineSchema>): string {
  const shown = Object.entries(codes).flatMap(([name, value]) => {
    if (!codeWord.test(name)) return []
    return [`${name}=${typeof value === 'string' && !codeWord.test(value) ? '(left out)' : value}`]
  })
  return [at, event, ...shown].join(' ')
}
