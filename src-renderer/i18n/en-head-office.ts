import type { OrderProblem } from '#shared/head-office.ts'

const problems: Record<OrderProblem, string> = {
  unreadable: 'The file is damaged, or made for other computers.',
  forged: 'Head office did not sign the file.',
  'not-understood': 'The file needs a newer version of Claims Desk.',
  expired: 'The file has expired.',
  older: 'The file is older than the one that applies here.',
  'key-refused': 'The insurer does not accept the new key yet. The key in use still works.',
  'store-refused': 'The file store does not accept its new access key.',
  'set-by-organisation': 'The policy of this computer sets another address.',
  'not-written': 'This computer’s disk did not take it.',
}

/** The texts about head office's signed files. */
export const enHeadOffice = {
  'head-office': {
    problem: 'The file from head office changed nothing',
    tell: 'Tell head office. You can continue to work.',
    changed: 'Changed by head office on {when}',
    address: 'New address ({environment}):',
    key: 'New key ({environment})',
    store: 'New file store ({environment}):',
    'access-key': 'New access key of the file store ({environment})',
    ...problems,
  },
} as const
