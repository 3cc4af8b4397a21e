import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { projectRoot } from '../scripts/project-root.ts'
import { testHostName } from '../scripts/test-host.ts'

/** The machine the figures were measured on, without names of computers or folders. */
export function machineText(): string {
  const model = cpus()[0]?.model.trim() ?? 'a processor without a name'
  const memory = Math.round(totalmem() / 2 ** 30)
  const versions = [
    `Node ${process.versions.node}`,
    `SQLite ${process.versions['sqlite'] ?? 'of unknown version'}`,
    `undici ${versionOf('undici')}`,
    `Dexie ${versionOf('dexie')}`,
    // Its patches come more often than a measurement.
    testHostName().replace(/(?:\.\d+)+/, ''),
  ]
  return `${model}, ${availableParallelism()} cores, ${memory} GiB, ${type()} ${release().split('-')[0] ?? ''}; ${versions.join(', ')}.`
}

/** The day it is, in UTC. */
export function dayText(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The load average over the last minute. */
export function loadText(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

function versionOf(name: string): string {
  const file = join(projectRoot, 'node_modules', name, 'package.json')
  return v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(file, 'utf8'))).version
}
