import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { processesOn } from './linux-processes.ts'

/**
 * Every memory dump beneath a folder, by its path in it: minidumps of Chromium's and cores of the system's by how they
 * begin, reports and heap snapshots of Node's by their names.
 */
export function dumpsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name))
    .filter(
      (path) =>
        /\.(dmp|core|heapsnapshot)$|\/core(\.\d+)?$|\/report\.\d{8}\./.test(path) || beginsAsDump(path),
    )
    .map((path) => path.slice(folder.length + 1))
}

function beginsAsDump(path: string): boolean {
  const head = Buffer.alloc(18)
  try {
    const file = openSync(path, 'r')
    readSync(file, head, 0, head.length, 0)
    closeSync(file)
  } catch {
    return false
  }
  const isCore = head.toString('latin1', 0, 4) === '\x7fELF' && head.readUInt16LE(16) === elfCore
  return isCore || head.toString('latin1', 0, 4) === 'MDMP'
}

const elfCore = 4

/** Has a page's process fail by itself: in Chromium's sandbox a signal from outside does not end it. */
export async function crashPage(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const client = await page.context().newCDPSession(page)
  // The dead process never answers.
  void client.send('Page.crash').catch(() => undefined)
  await crashed
}

/** Crashes processes of a folder, as an own fault would. @returns how many there were */
export function crash(folder: string, isMeant: (args: string) => boolean): number {
  const meant = processesOn(folder).filter(({ parts }) =>
    isMeant(parts.arguments.toString().replaceAll('\0', ' ')),
  )
  for (const { pid } of meant) process.kill(pid, 'SIGSEGV')
  return meant.length
}

/** The processes of a folder that would write a dump for another one. */
export function dumpWriters(folder: string): readonly number[] {
  return processesOn(folder)
    .filter(({ parts }) => /crashpad_handler(\0| |$)/.test(parts.arguments.toString()))
    .map(({ pid }) => pid)
}
