import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/** The groups of files whose mutation score is a figure of docs/reliability.md: critical code. */
export const mutationGroups = {
  classification: [
    'src-main/insurer/api/classify.ts',
    'src-main/insurer/api/exchange.ts',
    'src-main/network/transport-error.ts',
    'src-main/insurer/api/merchant-api.ts',
  ],
  transition: ['src-shared/outbox/transition.ts', 'src-shared/outbox/predicates.ts'],
  reconciliation: [
    'src-main/delivery/recognition.ts',
    'src-main/delivery/look-schedule.ts',
    'src-main/delivery/list-scan.ts',
    'src-main/delivery/list-records.ts',
    'src-main/delivery/list-results.ts',
  ],
  outbox: [
    'src-main/outbox/outbox.ts',
    'src-main/outbox/outbox-reads.ts',
    'src-main/outbox/live-entries.ts',
    'src-main/outbox/entry-history.ts',
    'src-main/outbox/insurer-claims.ts',
    'src-main/outbox/entry-codec.ts',
    'src-main/platform/sqlite.ts',
  ],
  redaction: [
    'src-main/platform/log.ts',
    'src-main/network/server-message.ts',
    'src-main/network/hide-key.ts',
  ],
  'ipc-guard': ['src-main/app/handlers/register.ts', 'src-main/shell/app-origin.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The files of one group, or of all under the name `all`. @throws when there is no such group */
export function mutatedFiles(group = 'all'): { readonly group: string; readonly files: readonly string[] } {
  const known: Readonly<Record<string, readonly string[]>> = {
    ...mutationGroups,
    all: Object.values(mutationGroups).flat(),
  }
  const files = known[group]
  if (files === undefined) throw new Error(`${group} is none of ${Object.keys(known).join(', ')}.`)
  return { group, files }
}

/** Files of which these functions alone are mutated: the rest needs sockets, which are too slow for each mutant. */
const functionsAlone: Readonly<Record<string, readonly string[]>> = {
  'src-main/insurer/api/exchange.ts': ['brokenOff'],
  'src-main/insurer/api/merchant-api.ts': ['confirmsClaim', 'keepsReference', 'claimLookOf', 'claimDetailOf'],
}

/** What Stryker mutates of a file: all of it, or the lines of some functions. @throws when there is no such function */
export function mutatedParts(file: string): readonly string[] {
  const names = functionsAlone[file]
  if (names === undefined) return [file]
  const lines = readFileSync(join(projectRoot, file), 'utf8').split('\n')
  return names.map((name) => {
    const first = lines.findIndex((line) => line.startsWith(`export function ${name}(`))
    const last = lines.indexOf('}', first)
    if (first === -1) throw new Error(`${file} has no function ${name}.`)
    return `${file}:${first + 1}-${last + 1}`
  })
}

/** Where the tests of a mutated file are: beside it, their names beginning with its own. */
export const testsOf = (file: string): string => file.replace(/\.ts$/, '{,-*}.test.ts')
