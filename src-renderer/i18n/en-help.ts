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
  'offer-title': 'See in five steps what happens to a claim',
  'offer-detail': 'Lose the connection, submit a made-up claim and watch it arrive.',
  start: 'Take the tour',
  decline: 'Not now',
  number: 'Tour {n} of {steps}:',
  skip: 'Skip step',
  end: 'End tour',
  done: 'Tour done: the claim is received.',
  ended: 'Tour ended. You can take it again from Help.',
  steps: {
    'cut-off': 'Select “{button}” at the top to lose the connection.',
    capture: 'Submit a made-up claim for policy {policy}.',
    waits: 'See in Claims that it waits, even if the power goes.',
    connect: 'Select “{button}” again. The claim is sent.',
    correct: 'The claim was not accepted. Correct it and submit it again.',
    received: 'Claims shows when it is received.',
  },
} as const

const help = {
  title: 'Help',
  intro: 'What you see in Claims Desk, and what to do.',
  meaning: 'What does this mean?',
  'meaning-of': 'What does this mean? {what}',
  'how-to-title': 'Everyday work',
  'states-title': 'Status of a claim or request',
  'states-intro': 'Each line in Claims shows one.',
  'tour-title': 'The tour',
  'tour-detail': 'Five steps, from a lost connection to a received claim.',
  'tour-elsewhere': 'To take the tour, change to Practice in Settings.',
  shortcuts: 'Keyboard shortcuts',
} as const

/** The texts of the help and of the tour of practice. */
export const enHelp = {
  help: { ...help, photos, 'how-to': howTo },
  tour,
} as const
