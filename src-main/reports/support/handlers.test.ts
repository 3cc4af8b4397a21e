import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from '#main/platform/log.ts'
import { openSupportReports, type SupportReports } from '#main/reports/support/testing/support-reports.ts'
import { createTestFolder } from '#main/keys/testing/folder.ts'

async function withLog(chooseFile: (name: string) => Promise<string | null>): Promise<SupportReports> {
  const reports = await openSupportReports({ chooseFile })
  createLog({ folder: reports.folder }).event('made-up-event')
  return reports
}

describe('the log for support', () => {
  it('is saved where the officer chooses, exactly as it was shown', async () => {
    const file = join(createTestFolder(), 'log.jsonl')
    const { handlers } = await withLog(() => Promise.resolve(file))
    const shown = await handlers['support:log'](undefined)
    expect(await handlers['support:save-log'](undefined)).toEqual({ ok: true, value: { saved: true } })
    expect(shown).toEqual({ ok: true, value: { text: readFileSync(file, 'utf8') } })
    expect(readFileSync(file, 'utf8')).toContain('made-up-event')
  })

  it('is saved nowhere when the officer cancels', async () => {
    const { handlers } = await withLog(() => Promise.resolve(null))
    expect(await handlers['support:save-log'](undefined)).toEqual({ ok: true, value: { saved: false } })
  })

  it('reports when it cannot be saved there', async () => {
    const folder = createTestFolder()
    const { handlers } = await openSupportReports({
      folder,
      chooseFile: () => Promise.resolve(join(folder, 'logs', 'main.log', 'log.jsonl')),
    })
    createLog({ folder }).event('made-up-event')
    expect(await handlers['support:save-log'](undefined)).toEqual({
      ok: false,
      error: { type: 'storage-unavailable' },
    })
  })

  it('opens one dialog at a time', async () => {
    const answer = Promise.withResolvers<string | null>()
    const { handlers } = await withLog(() => answer.promise)
    await handlers['support:report'](undefined)
    const first = handlers['support:save-log'](undefined)
    const second = { ok: false, error: { type: 'not-possible-now' } }
    expect(await handlers['support:save-log'](undefined)).toEqual(second)
    expect(await handlers['support:save-report']({ form: 'text' })).toEqual(second)
    answer.resolve(null)
    expect(await first).toEqual({ ok: true, value: { saved: false } })
    expect(await handlers['support:save-log'](undefined)).toEqual({ ok: true, value: { saved: false } })
  })
})

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
      const shown = await reports.handlers['support:report'](undefined)
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

  it('is not saved before it was shown', async () => {
    const { handlers } = await withLog(() => Promise.reject(new Error('It asked where to.')))
    expect(await handlers['support:save-report']({ form: 'text' })).toEqual({
      ok: false,
      error: { type: 'not-possible-now' },
    })
  })
})
