import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { createLog } from '#main/platform/log.ts'
import { Office } from '#testing/app/office.ts'
import { createTestFolder } from '#testing/keys/folder.ts'

async function withLog(chooseFile: (name: string) => Promise<string | null>): Promise<Office> {
  const reports = await Office.open({ chooseFile })
  createLog({ folder: reports.folder }).event('made-up-event')
  return reports
}

it('is saved exactly as it was read, whatever happened since, readable only by this user', async () => {
  const file = join(createTestFolder(), 'report')
  const names: string[] = []
  const reports = await withLog((name) => {
    names.push(name)
    return Promise.resolve(file)
  })
  const shown = await reports.handlers['support:report'](undefined)
  createLog({ folder: reports.folder }).event('later-event')
  await reports.handlers['settings:change']({ theme: 'dark' })
  expect(await reports.handlers['support:save-report'](undefined)).toEqual(ok({ savedAs: file }))
  expect(shown).toMatchObject(ok({ text: readFileSync(file, 'utf8') }))
  expect(readFileSync(file, 'utf8')).toContain('made-up-event')
  expect(readFileSync(file, 'utf8')).not.toContain('later-event')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(names).toEqual(['claims-desk-report.json'])
})

it('is saved nowhere when the officer cancels, in one dialog at a time', async () => {
  const answer = Promise.withResolvers<string | null>()
  const { handlers } = await withLog(() => answer.promise)
  await handlers['support:report'](undefined)
  const first = handlers['support:save-report'](undefined)
  expect(await handlers['support:save-report'](undefined)).toEqual(err({ type: 'not-possible-now' }))
  answer.resolve(null)
  expect(await first).toEqual(ok({ savedAs: null }))
  expect((await handlers['support:save-report'](undefined)).ok).toBe(true)
})

it('reports when it cannot be saved there', async () => {
  const { folder, handlers } = await withLog(() =>
    Promise.resolve(join(folder, 'logs', 'main.log', 'report.txt')),
  )
  await handlers['support:report'](undefined)
  expect(await handlers['support:save-report'](undefined)).toEqual(err({ type: 'storage-unavailable' }))
})

it('is not saved before it was shown', async () => {
  const { handlers } = await withLog(() => Promise.reject(new Error('It asked where to.')))
  expect(await handlers['support:save-report'](undefined)).toEqual(err({ type: 'not-possible-now' }))
})
