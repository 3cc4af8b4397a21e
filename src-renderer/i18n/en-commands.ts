import { commandLabels } from '#shared/commands.ts'

const commands = {
  /** Shared with the application's menu, so that both say the same. */
  label: commandLabels,
  group: { claims: 'Claims', go: 'Go to', sending: 'Sending', app: 'Claims Desk' },
  open: 'Search',
  'not-done': 'That was not done',
  announced: '{label}: done',
} as const

const palette = {
  title: 'Search and commands',
  detail: 'Type a command, a policy number, a place, or the name of a pharmacy.',
  placeholder: 'Search, or type a command',
  results: 'Results',
  count: 'Nothing found | 1 result | {n} results',
  nothing: 'Nothing on this computer matches “{text}”.',
  'nothing-detail': 'A policy’s claim can be looked up at the insurer by its whole number.',
  groups: {
    commands: 'Commands',
    drafts: 'Drafts',
    entries: 'Outbox',
    claims: 'Claims',
    pharmacies: 'Pharmacies',
    insurer: 'At the insurer',
  },
  'all-entries': 'Open the outbox',
  'all-drafts': 'All drafts',
  'all-claims': 'Show all {n} in Claims',
  'all-pharmacies': 'Show all {n} in Pharmacies',
  'look-up': 'Look up {policy} in the {product} claims',
  'no-policy': 'No policy number yet',
  'kept-with-customer': 'Kept with its customer',
  keys: { move: 'choose', open: 'open', close: 'close' },
} as const

const shortcuts = {
  title: 'Keyboard shortcuts',
  detail: 'Everything can be done from the keyboard. Commands without a shortcut are found with {keys}.',
  form: 'In a claim',
  anywhere: 'Anywhere',
  submit: 'Submit the claim',
  suggestions: 'Choose from earlier places',
  next: 'Next field',
  before: 'Field before',
  close: 'Close a dialog',
  sheet: 'This sheet, while nothing is being typed',
  'single-key': 'Open this sheet with ?',
  'single-key-hint':
    'Turn this off if you work by voice, or if keys are pressed by accident. {keys} always opens it.',
} as const

/** The texts of the command palette, the global search and the sheet of shortcuts. */
export const enCommands = { commands, palette, shortcuts } as const
