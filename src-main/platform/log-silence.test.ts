import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { createLog } from './log.ts'

// electron-log captures the console's methods when it is loaded, so they are replaced before that.
const printing = vi.hoisted(() =>
  (['debug', 'error', 'info', 'log', 'warn'] as const).map((method) =>
    vi.spyOn(console, method).mockReturnValue(undefined),
  ),
)
const printed = (): unknown[] => printing.flatMap((method) => method.mock.calls)

it('prints nothing of what it writes', () => {
  const folder = createTestFolder()
  createLog({ folder }).event('written')
  expect(readFileSync(join(folder, 'logs', 'main.log'), 'utf8')).toContain('written')
  expect(printed()).toEqual([])
})

it('prints nothing, throws nothing and names no folder when it cannot write', () => {
  const file = join(createTestFolder(), 'a-file')
  writeFileSync(file, '')
  createLog({ folder: file }).event('not-written')
  expect(printed()).toEqual([])
})
