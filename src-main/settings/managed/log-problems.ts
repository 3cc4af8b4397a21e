import type { Log } from '../../platform/log.ts'
import type { ManagedConfig } from './managed-config.ts'

/** Logs what is managed and what is wrong with it: only names, and unknown fields without their name. */
export function logProblems(log: Log, { managed }: ManagedConfig): void {
  if (managed.source !== 'none')
    log.event('policy-read', { from: managed.source, fields: managed.fields.length })
  for (const problem of managed.problems) {
    if (problem.type === 'not-read') log.event('policy-not-read', { why: problem.why })
    else if (problem.type === 'bad-value') log.event('policy-bad-value', { field: problem.field })
    else log.event(`policy-${problem.type}`)
  }
}
