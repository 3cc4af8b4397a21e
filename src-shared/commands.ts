/** When a command is available: the condition that must hold. */
export type CommandCondition =
  | 'always'
  | 'officers'
  | 'managers'
  /** The screen shows one claim that has a slip. */
  | 'claim-in-hand'
  /** The screen shows one claim that was submitted. */
  | 'claim-to-copy'
  /** The screen shows one claim of a list. */
  | 'claim-of-list'
  | 'sending'
  | 'paused'
  | 'practice-connected'
  | 'practice-cut-off'
export type CommandGroup = 'claims' | 'go' | 'sending' | 'app'

interface CommandRow {
  readonly id: string
  readonly group: CommandGroup
  /** As Electron writes it: `CmdOrCtrl` is ⌘ on a Mac and Ctrl elsewhere. Null if there is none. */
  readonly shortcut: string | null
  /** The application menu that contains it. Only commands that are always available are in a menu. */
  readonly menu: 'app' | 'go' | 'help' | null
  readonly when: CommandCondition
}

/**
 * All commands: the single table behind the command palette, the list of shortcuts and the application's menu. Every
 * shortcut has a modifier or is a function key, so that none interferes with typing.
 */
export const commands = [
  { id: 'new-claim', group: 'claims', shortcut: 'CmdOrCtrl+N', menu: 'app', when: 'always' },
  { id: 'new-keke', group: 'claims', shortcut: 'CmdOrCtrl+Shift+K', menu: 'app', when: 'always' },
  { id: 'new-okada', group: 'claims', shortcut: 'CmdOrCtrl+Shift+O', menu: 'app', when: 'always' },
  { id: 'look-up', group: 'claims', shortcut: 'CmdOrCtrl+Shift+L', menu: 'app', when: 'always' },
  { id: 'slip', group: 'claims', shortcut: 'CmdOrCtrl+P', menu: null, when: 'claim-in-hand' },
  {
    id: 'another-vehicle',
    group: 'claims',
    shortcut: 'CmdOrCtrl+Shift+D',
    menu: null,
    when: 'claim-to-copy',
  },
  { id: 'previous', group: 'claims', shortcut: 'Alt+ArrowUp', menu: null, when: 'claim-of-list' },
  { id: 'next', group: 'claims', shortcut: 'Alt+ArrowDown', menu: null, when: 'claim-of-list' },
  { id: 'print-list', group: 'claims', shortcut: null, menu: null, when: 'always' },
  { id: 'save-list', group: 'claims', shortcut: null, menu: null, when: 'always' },
  { id: 'refresh-claims', group: 'claims', shortcut: null, menu: null, when: 'always' },
  { id: 'go-home', group: 'go', shortcut: 'CmdOrCtrl+1', menu: 'go', when: 'always' },
  { id: 'go-claims', group: 'go', shortcut: 'CmdOrCtrl+2', menu: 'go', when: 'always' },
  { id: 'go-pharmacies', group: 'go', shortcut: 'CmdOrCtrl+3', menu: 'go', when: 'always' },
  { id: 'go-day-report', group: 'go', shortcut: 'CmdOrCtrl+4', menu: 'go', when: 'always' },
  { id: 'go-needs-you', group: 'go', shortcut: null, menu: null, when: 'always' },
  { id: 'go-drafts', group: 'go', shortcut: null, menu: null, when: 'always' },
  { id: 'go-sent', group: 'go', shortcut: null, menu: null, when: 'always' },
  { id: 'go-connection', group: 'go', shortcut: 'CmdOrCtrl+5', menu: 'go', when: 'always' },
  { id: 'go-settings', group: 'go', shortcut: 'CmdOrCtrl+,', menu: 'go', when: 'always' },
  { id: 'go-kept-data', group: 'go', shortcut: null, menu: null, when: 'managers' },
  { id: 'go-backup', group: 'go', shortcut: null, menu: null, when: 'managers' },
  { id: 'try-now', group: 'sending', shortcut: 'F5', menu: null, when: 'always' },
  { id: 'pause', group: 'sending', shortcut: null, menu: null, when: 'sending' },
  { id: 'resume', group: 'sending', shortcut: null, menu: null, when: 'paused' },
  { id: 'cut-off', group: 'sending', shortcut: null, menu: null, when: 'practice-connected' },
  { id: 'connect', group: 'sending', shortcut: null, menu: null, when: 'practice-cut-off' },
  { id: 'lock', group: 'app', shortcut: 'CmdOrCtrl+L', menu: null, when: 'officers' },
  { id: 'palette', group: 'app', shortcut: 'CmdOrCtrl+K', menu: 'go', when: 'always' },
  { id: 'shortcuts', group: 'app', shortcut: 'CmdOrCtrl+/', menu: 'help', when: 'always' },
  { id: 'help', group: 'app', shortcut: 'F1', menu: 'help', when: 'always' },
  { id: 'back-up', group: 'app', shortcut: null, menu: null, when: 'managers' },
  { id: 'look-for-updates', group: 'app', shortcut: null, menu: 'help', when: 'always' },
  { id: 'support-report', group: 'app', shortcut: null, menu: 'help', when: 'always' },
] as const satisfies readonly CommandRow[]

export type CommandId = (typeof commands)[number]['id']

/**
 * The command's label, the same in the menu, the palette and the list of shortcuts. Its key is `commands.label.<id>`.
 */
export const commandLabels = {
  'new-claim': 'New claim',
  'new-keke': 'New keke claim',
  'new-okada': 'New okada claim',
  'look-up': 'Look up a policy at the insurer',
  slip: 'Customer’s slip',
  'another-vehicle': 'Another vehicle, same accident',
  previous: 'Previous claim',
  next: 'Next claim',
  'print-list': 'Print the list of claims',
  'save-list': 'Save the list of claims as CSV',
  'refresh-claims': 'Update the claim lists',
  'go-home': 'Today',
  'go-claims': 'Claims',
  'go-needs-you': 'Claims that need you',
  'go-drafts': 'Drafts',
  'go-pharmacies': 'Pharmacies',
  'go-sent': 'Sent to customers',
  'go-connection': 'Connection',
  'go-day-report': 'Day report',
  'go-settings': 'Settings',
  'go-kept-data': 'Stored data about a policy',
  'go-backup': 'Backup',
  'try-now': 'Try to send now',
  pause: 'Pause sending',
  resume: 'Resume sending',
  'cut-off': 'Pretend the connection is down',
  connect: 'Reconnect',
  lock: 'Lock Claims Desk',
  palette: 'Search and commands',
  shortcuts: 'Keyboard shortcuts',
  help: 'Help',
  'back-up': 'Back up to a file',
  'look-for-updates': 'Check for updates',
  'support-report': 'Report for support',
} as const satisfies Record<CommandId, string>

/** Other words that the palette finds a command by; they are never shown. */
export const commandWords: Readonly<Partial<Record<CommandId, string>>> = {
  slip: 'print pdf',
  'print-list': 'pdf',
  'go-claims': 'everything received on its way outbox',
  'go-needs-you': 'to correct not accepted decide',
  'cut-off': 'offline disconnect practice',
  connect: 'online stop pretending practice',
  'save-list': 'export excel table',
  'support-report': 'save log',
  'go-day-report': 'print pdf save export csv excel table sums register close',
}
