import type { SetUpRefusal } from '#shared/contract/set-up.ts'

/** Why a set-up file was not taken in, and what to do. */
const refused: Record<SetUpRefusal, string> = {
  'unreadable-file': 'The file cannot be read. Check the path, and that this account may read it.',
  'not-ours': 'The file is not a set-up file of Claims Desk.',
  damaged: 'The file is damaged. Copy it again from head office.',
  newer: 'The file is for a newer version of Claims Desk. Install that version first.',
  'wrong-passphrase': 'The passphrase is not the one of this file.',
  expired: 'The file has expired. Ask head office for a new one.',
  'taken-in-before': 'This computer was set up from this file before.',
  'in-use': 'This computer is in use. To set it up from a file, start with an empty data folder.',
  'set-by-organisation': 'This computer’s policy sets another address or file store.',
  'key-refused': 'The insurer does not accept the key in the file. Ask head office for a new file.',
  'no-keyring': 'This account cannot store the key safely. Set up a keyring first.',
  'no-file': 'No file was named.',
}

/** Main's part of the catalogue: setting a computer up from a file of head office. */
export const enSetUp = {
  open: 'Set up from a file of head office',
  files: 'Set-up files',
  question: 'Set up this computer from this file?',
  insurer: 'Claims and the key go to {address} ({environment}).',
  branch: 'Branch: {name}',
  officers: 'No officers | 1 officer | {n} officers',
  'file-store': 'Photos and PDFs ({environment}) go to {address}.',
  links: 'Links for what does not apply:\n{links}',
  updates: 'Updates come from {address}.',
  folders: 'Folders:\n{folders}',
  trust: 'Continue only if head office gave you this file and its passphrase.',
  allow: 'Set up',
  done: 'Claims Desk is set up for {address}. Officers: {n}.',
  'done-works': 'The insurer accepts the key.',
  'done-later': 'The key could not be tried, and is checked later.',
  nothing: 'Nothing was changed.',
  'not-written': 'The data folder cannot be written to.',
  'no-passphrase': 'Name the passphrase: --passphrase-file=FILE, or --passphrase-stdin.',
  running: 'Claims Desk is running. Quit it first.',
  refused,
} as const
