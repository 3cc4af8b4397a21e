import { describe, expect, it } from 'vitest'
import { auditResult } from './audit.ts'

function report(counts: Readonly<Record<string, number>>): string {
  return JSON.stringify({ auditReportVersion: 2, metadata: { vulnerabilities: counts } })
}

describe('an audit', () => {
  it('counts what is serious apart from the rest', () => {
    const counts = { info: 0, low: 3, moderate: 2, high: 1, critical: 1, total: 7 }
    expect(auditResult(report(counts))).toEqual({ type: 'asked', serious: 2, total: 7 })
  })

  it.each(['', '{"statusCode":405}', 'npm error audit endpoint returned an error'])(
    'without an answer is not a clean one: %j',
    (printed) => {
      expect(auditResult(printed)).toEqual({ type: 'not-asked' })
    },
  )
})
