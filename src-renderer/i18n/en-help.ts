import { commandLabels } from '#shared/commands.ts'

/** How the work is done, where no screen says it. */
const howTo = {
  reference: {
    title: 'Reference',
    text: 'A claim has one reference for its whole life. A corrected claim keeps it, and search finds it.',
  },
  wrong: {
    title: 'A mistake in a received claim',
    text: 'On its page, select “More”, then “Something is wrong”.',
  },
  undo: {
    title: 'Discarded by mistake',
    text: 'Select “Undo” within ten seconds, or press {undo}. “Everything” in Claims has earlier ones.',
  },
  search: {
    title: 'Search',
    text: '{search} finds claims, drafts, requests, pharmacies and settings.',
  },
  steps: {
    title: 'Next claim',
    text: '{previous} and {next} go through the list that you opened the claim from.',
  },
  'set-up': {
    title: 'New computer',
    text: 'At the first start, select “Set up from a file” and enter head office’s passphrase.',
  },
} as const

const photos = {
  title: 'Photos and PDFs of a claim',
  kept: 'Add a photo or PDF, even offline. It is encrypted.',
  smaller: 'Photos are made smaller and lose time and place. PDFs stay as they are.',
  'go-up': 'After you submit, files are uploaded, then the claim is sent with their links.',
  links: 'Without a file store, each field takes a link. Files stay on this computer.',
  removed: 'Uploaded files of discarded claims are removed.',
} as const

const tour = {
  label: 'Tour of practice',
  offer: {
    title: 'See in five steps what happens to a claim',
    text: 'Lose the connection, submit a made-up claim and watch it arrive.',
  },
  start: 'Take the tour',
  decline: 'Not now',
  number: 'Tour {n} of {steps}:',
  skip: 'Skip step',
  end: 'End tour',
  done: 'Tour done: the claim is received.',
  open: 'Open the claim',
  ended: 'Tour ended. You can take it again from Help.',
  steps: {
    'cut-off': 'Select “{button}” at the top to lose the connection.',
    capture: 'Submit a made-up claim for policy {policy}.',
    waits: 'See in Claims that it waits, even if the power goes.',
    connect: 'Select “{button}” at the top. The claim is sent.',
    correct: 'The claim was not accepted. Correct it and submit it again.',
    received: 'Claims shows when it is received.',
  },
} as const

const help = {
  intro: 'What you see in Claims Desk, and what to do.',
  meaning: 'What does this mean?',
  'meaning-of': 'What does this mean? {what}',
  'how-to-title': 'Everyday work',
  'states-title': 'Status of a claim or request',
  'states-intro': 'Each line in Claims shows one.',
  'tour-title': 'The tour',
  'tour-detail': 'Five steps, from a lost connection to a received claim.',
  'tour-elsewhere': 'To take the tour, change to Practice in Settings.',
} as const

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
  detail: 'Enter a command, policy number, name, phone, reference, place or pharmacy.',
  placeholder: 'Policy, reference, name or command',
  results: 'Results',
  'no-pharmacies': 'Offline pharmacies could not be searched',
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
  detail: 'Everything works from the keyboard. {keys} finds commands without a shortcut.',
  form: 'In a claim',
  anywhere: 'Anywhere',
  submit: 'Submit the claim',
  next: 'Next field',
  before: 'Previous field',
  list: 'In lists and search',
  move: 'Up and down',
  open: 'Open',
  slip: 'Slip of a result',
  seen: 'Seen',
  'slip-of': 'Customer’s slip',
  call: 'Show the customer’s phone',
  undo: 'Undo a discard or a setting',
  close: 'Close a dialog, menu or photo',
} as const

/** Help, the tour of practice, commands with the global search, and the sheet of shortcuts. */
export const enHelp = {
  help: { ...help, photos, 'how-to': howTo },
  tour,
  commands,
  palette,
  shortcuts,
} as const
