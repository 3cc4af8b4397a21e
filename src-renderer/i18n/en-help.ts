import type { ClaimTopic } from '#shared/claim/describe.ts'
import type { HoldType } from '#shared/outbox/hold.ts'

interface Meaning {
  /** What it means, for readers who know nothing about networks. */
  readonly means: string
  /** What the officer does, or that there is nothing to do. */
  readonly todo: string
}

// A topic or hold without texts fails the type check.
const claims = {
  waiting: {
    means: 'It is saved on this computer. The insurer does not have it yet.',
    todo: 'No action needed: it will be sent automatically. Tell the customer that it is submitted.',
  },
  files: {
    means: 'Its files are uploaded first, then the claim is sent. The insurer has nothing yet.',
    todo: 'Do what its page says. If a file is missing or damaged, select “Move to drafts” and add it again.',
  },
  sending: {
    means: 'It is being sent. The insurer has not answered yet.',
    todo: 'Wait a moment. The answer appears here.',
  },
  confirming: {
    means: 'It was sent, but no clear answer came. The insurer may have it or not.',
    todo: 'No action needed: it is checked automatically. Never enter it again.',
  },
  candidate: {
    means: 'The insurer has a claim of this policy without our reference.',
    todo: 'Select “Is this it?” to compare. Until then, nothing is sent.',
  },
  review: {
    means: 'Claims Desk cannot find out whether it arrived. Sent again, it could arrive twice.',
    todo: 'Read “Delivery” on its page, and call the insurer or the customer if in doubt. Then decide.',
  },
  blocked: {
    means: 'The insurer’s system sends an error for this one. Nothing was taken.',
    todo: 'Ask the insurer why, then decide.',
  },
  'to-correct': {
    means: 'The insurer did not accept it. It is no claim there, and is not sent again.',
    todo: 'Read the reason. Then select “Correct” and submit it again, or discard it.',
  },
  received: {
    means: 'The insurer has it. Once the insurer says more, its status stands in this place.',
    todo: 'Tell the customer, and print the slip that says “Received”.',
  },
  removed: {
    means: 'The insurer took it out of its list. It may not be paid.',
    todo: 'Call the insurer if it should be there.',
  },
  wrong: {
    means: 'An officer noted a mistake in a claim that the insurer has.',
    todo: 'Call the insurer. Then select “The insurer was told”.',
  },
  twice: {
    means: 'The insurer’s list shows this claim more than once: it might be paid twice.',
    todo: 'Ask the insurer to remove the extra ones. Then select “I have called the insurer”.',
  },
  discarded: {
    means: 'An officer discarded it, corrected it, or moved it to drafts.',
    todo: 'No action needed. It stays under “Everything” in Claims.',
  },
} as const satisfies Record<ClaimTopic, Meaning>

const photos = {
  title: 'Photos and PDFs of a claim',
  kept: 'Add a photo or PDF, even offline. It is encrypted.',
  smaller: 'Photos are made smaller and lose time and place. PDFs stay as they are.',
  'go-up': 'After you submit, files are uploaded, then the claim is sent with their links.',
  links: 'Without a file store, each field takes a link. Files stay on this computer.',
  removed: 'Uploaded files of discarded claims are removed.',
} as const

// What to do about these is in the words of their notices and of the delivery status.
const holds = {
  offline: {
    title: 'No connection to the insurer',
    means: 'This computer cannot reach the insurer. If others are online, check the cable, Wi-Fi or modem.',
  },
  intercepted: {
    title: 'Something else answers instead of the insurer',
    means: 'A page of the network answers, often to sign in or buy data.',
  },
  'no-key': {
    title: 'No key is set',
    means: 'The insurer accepts claims only with the merchant’s key.',
  },
  'key-refused': {
    title: 'The insurer does not accept the key',
    means: 'The key is wrong or no longer valid. A manager enters the current one in Settings.',
  },
  'rate-limited': {
    title: 'The insurer asked to wait',
    means: 'The insurer’s system is busy and named a time.',
  },
  'insurer-problem': {
    title: 'The insurer’s system has a problem',
    means:
      'It answered items of different policies with errors. Sending continues with its next good answer.',
  },
  locked: {
    title: 'Data on this computer is locked',
    means: 'Claims are encrypted, and this computer’s password store did not open.',
  },
  'disk-full': {
    title: 'The disk is full',
    means: 'The insurer’s answers could not be saved, so nothing is sent.',
  },
  'read-only': {
    title: 'Claims Desk cannot write to its folder',
    means: 'This computer does not allow Claims Desk to save, so nothing is sent.',
  },
  'disk-fault': {
    title: 'The disk reports an error',
    means: 'It may be failing.',
  },
  paused: {
    title: 'Sending is paused',
    means: 'Someone here selected “Pause sending”. Everything waits safely.',
  },
  stopped: {
    title: 'This computer has stopped sending',
    means: 'A manager moved its work to another computer. That cannot be undone.',
  },
  'policy-unread': {
    title: 'The organisation’s settings could not be read',
    means: 'They may say where claims are sent.',
  },
  'practice-unavailable': {
    title: 'The practice insurer could not start',
    means: 'Another program took its place, or its file could not be opened.',
  },
} as const satisfies Record<HoldType, Pick<Meaning, 'means'> & { readonly title: string }>

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
  todo: 'What to do:',
  'states-title': 'Status of a claim or request',
  'states-intro': 'Each line in Claims shows one.',
  'holds-title': 'Why nothing is sent now',
  'holds-intro': 'Nothing is lost.',
  'tour-title': 'The tour',
  'tour-detail': 'Five steps, from a lost connection to a received claim.',
  'tour-elsewhere': 'To take the tour, change to Practice in Settings.',
  shortcuts: 'Keyboard shortcuts',
} as const

/** The texts of the help: what every state and hold means, and the tour of practice. */
export const enHelp = {
  help: { ...help, photos, claims, holds },
  tour,
} as const
