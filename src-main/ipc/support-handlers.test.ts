import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLog } from '#main/shell/log.ts'
import { createTestFolder } from '#main/vault/test-folder.ts'
import { createSupportHandlers } from './support-handlers.ts'

function withLog(chooseFile: (name: string) => Promise<string | null>): {
  readonly handlers: ReturnType<typeof createSupportHandlers>
  readonly folder: string
} {
  const folder = createTestFolder()
  createLog({ folder }).event('made-up-event')
  return { folder, handlers: createSupportHandlers({ dataFolder: folder, chooseFile }) }
}

describe('the log for support', () => {
  it('is saved where the officer says, just as it was shown', async () => {
    const file = join(createTestFolder(), 'log.jsonl')
    const { handlers } = withLog(() => Promise.resolve(file))
    const shown = await handlers['support:log'](undefined)
    expect(await handlers['support:save-log'](undefined)).toEqual({ ok: true, value: { saved: true } })
    expect(shown).toEqual({ ok: true, value: { text: readFileSync(file, 'utf8') } })
    expect(readFileSync(file, 'utf8')).toContain('made-up-event')
  })

  it('is saved nowhere when the officer thinks better of it', async () => {
    const { handlers } = withLog(() => Promise.resolve(null))
    expect(await handlers['support:save-log'](undefined)).toEqual({ ok: true, value: { saved: false } })
  })

  it('says when it cannot be saved there', async () => {
    const { handlers, folder } = withLog(() => Promise.resolve(join(folder, 'logs', 'main.log', 'log.jsonl')))
    expect(await handlers['support:save-log'](undefined)).toEqual({
      ok: false,
      error: { type: 'storage-unavailable' },
    })
  })

  it('asks one question at a time', async () => {
    const answer = Promise.withResolvers<string | null>()
    const { handlers } = withLog(() => answer.promise)
    const first = handlers['support:save-log'](undefined)
    expect(await handlers['support:save-log'](undefined)).toEqual({
      ok: false,
      error: { type: 'not-possible-now' },
    })
    answer.resolve(null)
    expect(await first).toEqual({ ok: true, value: { saved: false } })
    expect(await handlers['support:save-log'](undefined)).toEqual({ ok: true, value: { saved: false } })
  })
})
