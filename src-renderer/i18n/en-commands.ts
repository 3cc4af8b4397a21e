import { commandLabels } from '#shared/commands.ts'

const commands = {
  /** Shared with the application's menu, so that both say the same. */
  label: commandLabels,
  group: { claims: 'Claims', go: 'Go to', sending: 'Sending', app: 'Claims Desk' },
  open: 'Search',
  keys: '{label} ({keys})',
  'not-done': 'Not done',
  announced: '{label}: done',
} as const

const palette = {
  title: 'Search and commands',
  detail: 'Enter a command, policy number, reference, place, identification or pharmacy.',
  placeholder: 'Policy, reference, name or command',
  results: 'Results',
  count: 'Nothing found | 1 result | {n} results',
  nothing: 'Nothing on this computer matches “{text}”.',
  'nothing-detail': 'To ask the insurer, enter the whole policy number.',
  groups: {
    commands: 'Commands',
    claims: 'Claims',
    requests: 'Pharmacy requests',
    pharmacies: 'Pharmacies',
    settings: 'Settings',
    insurer: 'At the insurer',
  },
  'all-requests': 'All that were sent to customers',
  'all-claims': 'Show all {n} in Claims',
  'all-pharmacies': 'Show all {n} in Pharmacies',
  'look-up': 'Look up {policy} in the {product} claims',
  'kept-with-customer': 'Kept with its customer',
  keys: { move: 'select', open: 'open', close: 'close' },
} as const

const shortcuts = {
  title: 'Keyboard shortcuts',
  detail: 'Everything works from the keyboard. {keys} finds commands without a shortcut.',
  form: 'In a claim',
  anywhere: 'Anywhere',
  submit: 'Submit the claim',
  calendar: 'Calendar',
  next: 'Next field',
  before: 'Previous field',
  list: 'In lists and search',
  move: 'Up and down',
  open: 'Open',
  slip: 'Slip of a result',
  undo: 'Undo a discard or a setting',
  close: 'Close a dialog, menu or photo',
} as const

/** The texts of the command palette, the global search and the sheet of shortcuts. */
export const enCommands = { commands, palette, shortcuts } as const
