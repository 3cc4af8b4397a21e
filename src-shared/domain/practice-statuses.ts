import type { Settings } from '../settings.ts'
import type { Environment } from './product.ts'

/** What the status values of an insurer are called, and which of them are final. */
interface Statuses {
  readonly names: Readonly<Record<string, string>>
  readonly finals: readonly string[]
}

/** The practice insurer's: the spec explains none, so its values are its own. */
const practiceStatuses = {
  names: { '0': 'New', '1': 'In review', '2': 'Approved', '3': 'Paid', '4': 'Declined' },
  finals: ['3', '4'],
} as const satisfies Statuses

/** The status values of an environment: practice knows its own, those of the insurer are the office's settings. */
export function statusesOf(
  environment: Environment,
  { statusNames, finalStatuses }: Pick<Settings, 'statusNames' | 'finalStatuses'>,
): Statuses {
  return environment === 'practice' ? practiceStatuses : { names: statusNames, finals: finalStatuses }
}
