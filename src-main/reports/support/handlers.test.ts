import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from '#main/platform/log.ts'
import { openSupportReports, type SupportReports } from '#main/reports/support/testing/support-reports.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'

const pageDatabases = { knownVersion: 7, found: [] }

async function withLog(chooseFile: (name: string) => Promise<string | null>): Promise<SupportReports> {
  const reports = await openSupportReports({ chooseFile })
  createLog({ folder: reports.folder }).event('made-up-event')
  return reports
}

describe('the report for support', () => {
  it.each(['text', 'json'] as const)(
    'is saved as %s exactly as it was read, whatever happened since, readable only by this user',
    async (form) => {
      const file = join(createTestFolder(), 'report')
      const names: string[] = []
      const reports = await withLog((name) => {
        names.push(name)
        return Promise.resolve(file)
      })
      const shown = await reports.handlers['support:report'](pageDatabases)
      createLog({ folder: reports.folder }).event('later-event')
      await reports.handlers['settings:change']({ theme: 'dark' })
      expect(await reports.handlers['support:save-report']({ form })).toEqual({
        ok: true,
        value: { saved: true },
      })
      expect(shown).toMatchObject({ ok: true, value: { [form]: readFileSync(file, 'utf8') } })
      expect(readFileSync(file, 'utf8')).toContain('made-up-event')
      expect(readFileSync(file, 'utf8')).not.toContain('later-event')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(names).toEqual([form === 'text' ? 'claims-desk-report.txt' : 'claims-desk-report.json'])
    },
  )

  it('is saved nowhere when the officer cancels, and opens one dialog at a time', async () => {
    const answer = Promise.withResolvers<string | null>()
    const { handlers } = await withLog(() => answer.promise)
    await handlers['support:report'](pageDatabases)
    const first = handlers['support:save-report']({ form: 'text' })
    const second = { ok: false, error: { type: 'not-possible-now' } }
    expect(await handlers['support:save-report']({ form: 'json' })).toEqual(second)
    answer.resolve(null)
    expect(await first).toEqual({ ok: true, value: { saved: false } })
    expect(await handlers['support:save-report']({ form: 'text' })).toEqual({
      ok: true,
      value: { saved: false },
    })
  })

  it('says when it cannot be saved there', async () => {
    const { folder, handlers } = await withLog(() =>
      Promise.resolve(join(folder, 'logs', 'main.log', 'report.txt')),
    )
    await handlers['support:report'](pageDatabases)
    expect(await handlers['support:save-report']({ form: 'text' })).toEqual({
      ok: false,
      error: { type: 'storage-unavailable' },
    })
  })

  it('is not saved before it was shown', async () => {
    const { handlers } = await withLog(() => Promise.reject(new Error('It asked where to.')))
    expect(await handlers['support:save-report']({ form: 'text' })).toEqual({
      ok: false,
      error: { type: 'not-possible-now' },
    })
  })
})
