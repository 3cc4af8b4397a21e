import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestFolder } from '#testing/keys/folder.ts'
import { watchScreenLock } from './screen-lock.ts'

let folder: string
let listenersBefore: readonly NodeJS.ExitListener[]
beforeEach(() => {
  folder = createTestFolder()
  listenersBefore = process.listeners('exit')
})
const ownListeners = (): readonly NodeJS.ExitListener[] =>
  process.listeners('exit').filter((one) => !listenersBefore.includes(one))
afterEach(() => {
  vi.unstubAllEnvs()
  for (const listener of ownListeners()) process.off('exit', listener)
})

/** A computer whose `gdbus` runs these lines. */
function withGdbus(...lines: readonly string[]): void {
  const program = join(folder, 'gdbus')
  writeFileSync(program, ['#!/bin/sh', ...lines].join('\n'))
  chmodSync(program, 0o700)
  vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter))
}
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('hears that a session is to be locked, and that a desktop has locked one, and nothing else', async () => {
  const session = '/org/freedesktop/login1/session/_32: org.freedesktop'
  const changed = `${session}.DBus.Properties.PropertiesChanged ('org.freedesktop.login1.Session',`
  const lines = [
    'Monitoring signals from all objects owned by org.freedesktop.login1',
    `${session}.login1.Session.Unlock ()`,
    `${changed} {'LockedHint': <false>}, @as [])`,
    `${changed} {'IdleHint': <true>}, @as [])`,
    `${session}.login1.Session.Lock ()`,
    `${changed} {'LockedHint': <true>}, @as [])`,
  ]
  withGdbus(
    `echo "$*" > '${folder}/asked'`,
    ...lines.map((line) => `echo "${line}"`),
    `touch '${folder}/over'`,
  )
  const locked = vi.fn()
  watchScreenLock(locked)
  await expect.poll(() => locked.mock.calls.length).toBe(2)
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('monitor --system --dest org.freedesktop.login1\n')
  await expect.poll(() => existsSync(join(folder, 'over'))).toBe(true)
  expect(locked).toHaveBeenCalledTimes(2)
})

it('ends what listens for it with the application', async () => {
  withGdbus(`echo $$ > '${folder}/pid.new'`, `mv '${folder}/pid.new' '${folder}/pid'`, 'exec sleep 60')
  watchScreenLock(() => undefined)
  await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true)
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  expect(isRunning(pid)).toBe(true)
  for (const listener of ownListeners()) listener(0)
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('does without on a computer that has no gdbus', async () => {
  vi.stubEnv('PATH', folder)
  const failed = vi.fn()
  process.on('uncaughtException', failed)
  watchScreenLock(() => undefined)
  await turn()
  process.off('uncaughtException', failed)
  expect(failed).not.toHaveBeenCalled()
})
