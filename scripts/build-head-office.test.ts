import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestFolder } from '#main/keys/testing/folder.ts'
import { buildHeadOffice, headOfficeName } from './build-head-office.ts'

it('head office’s commands are one file, which runs without a checkout', async () => {
  const folder = createTestFolder()
  const file = await buildHeadOffice(folder)
  expect(readdirSync(folder)).toEqual([headOfficeName])
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'policy.json'), '{ "lockAfterMinutes": 5000 }')
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
      cwd: elsewhere,
      encoding: 'utf8',
      env: {},
    })
    return { status, said: stdout + stderr }
  }
  const help = run('--help')
  expect(help.status).toBe(0)
  expect(help.said).toContain('make-files --office')
  const checked = run('check-policy', 'policy.json')
  expect(checked.status).toBe(1)
  expect(checked.said).toContain('Valid: whole minutes from 0 to 480')
  expect(run('computers', elsewhere)).toMatchObject({ status: 0 })
  expect(run('show', '--office', 'none.cdfleet')).toMatchObject({ status: 1 })
}, 60_000)
