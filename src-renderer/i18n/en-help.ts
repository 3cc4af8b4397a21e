import type { EntryStateName } from '#shared/outbox/entry.ts'
import type { HoldType } from '#shared/outbox/hold.ts'

interface Meaning {
  /** What it means, for readers who know nothing about networks. */
  readonly means: string
  /** What the officer does, or that there is nothing to do. */
  readonly todo: string
}

// A state or hold without texts fails the type check.
const states = {
  queued: {
    means:
      'It is written on the disk of this computer and has not been taken by the insurer yet. Switching off the computer does not lose it.',
    todo: 'Nothing. It will be sent automatically as soon as it can. Tell the customer that it is submitted, not yet received.',
  },
  sending: {
    means: 'It is on its way to the insurer now, and the answer has not come yet.',
    todo: 'Wait a moment. The answer appears here by itself.',
  },
  unconfirmed: {
    means:
      'It was sent, but no clear answer came back. The insurer may have it or not: the line often breaks just then.',
    todo: 'For a claim nothing: it is looked for at the insurer by itself until it is known. Never type it in a second time. For a pharmacy request, ask the customer whether the message came, then select “It arrived” or “Send again”.',
  },
  'needs-review': {
    means: 'Claims Desk will not guess any further: sending it again could make a second claim.',
    todo: 'Open “Delivery status”, read what happened, and call the insurer if you are not certain. Then select “It arrived”, “Send again” or “Discard”.',
  },
  delivered: {
    means:
      'The insurer has it: it confirmed it, it shows it when asked, or an officer marked it as arrived or recognised it.',
    todo: 'Nothing. Tell the customer, and print the slip that says “Received” if it is wanted.',
  },
  rejected: {
    means: 'The insurer answered no. It did not become a claim there, and it is not sent again by itself.',
    todo: 'Read what the insurer said. Select “Correct”, change it and submit it again, or discard it. It is counted under “To correct” until then.',
  },
  withdrawn: {
    means:
      'An officer took it out of the outbox: back to a draft, discarded, or handed over to another computer.',
    todo: 'Nothing. If it went back to a draft, finish it under “Drafts”.',
  },
} as const satisfies Record<EntryStateName, Meaning>

const files = {
  means:
    'Its photos and PDFs are uploaded to your organisation’s file store first, by themselves. Once all are there and their links open, the links are put in and the claim goes to the insurer. Nothing of it is at the insurer yet. Other claims do not wait for it.',
  todo: 'Nothing, unless the line in the outbox names something: then do that. If a file is missing or damaged on this computer, select “Move to drafts” and add it again.',
} as const satisfies Meaning

const photos = {
  title: 'Photos and PDFs of a claim',
  kept: 'Drop, choose or paste a photo or PDF where the claim asks for one. It is encrypted on this computer, and a connection is not needed: with its file a field counts as filled, and the claim can be submitted.',
  smaller:
    'A photo is made smaller first: still sharp enough to read a number plate, but sent in seconds instead of minutes. Each file says by how much. Where and when it was taken is left out. PDFs stay as they are.',
  'go-up':
    'Once there is a connection, the files of a submitted claim are uploaded to your organisation’s file store by themselves, also when Claims Desk was closed in between. Then the claim goes to the insurer by itself, with the links of the files in it. It counts as received only when the insurer has it.',
  links:
    'Where your organisation has set no file store, the fields take links only. Files can still be kept with the claim, and saved as a pack for who puts them on the internet.',
  removed:
    'A claim that is taken back to a draft or discarded has its files removed from the file store again. Where the store does not allow that, the screen “Connection” says how many are still there.',
} as const

const candidate = {
  means:
    'The insurer has a claim of the same policy that may be this one, but its text does not show our reference. Only a person can tell. Until then nothing counts as missing, and nothing is sent again.',
  todo: 'Select “Is this it?”, compare what was submitted with what the insurer has, and say which it is. If you are not certain, call the insurer.',
} as const satisfies Meaning

const refusedAlone = {
  means:
    'The insurer’s system refuses this one with an error of its own, although it accepts the key and takes others. Nothing was taken, and the rest goes on.',
  todo: 'Call the insurer and ask why. Then select “Send again”, take it back to a draft to change it, or discard it.',
} as const satisfies Meaning

const twice = {
  means: 'The insurer’s list shows the same claim under more than one number, so it might be paid twice.',
  todo: 'Call the insurer and have the surplus removed. Then select “I have called the insurer”.',
} as const satisfies Meaning

const holds = {
  offline: {
    title: 'No connection to the insurer',
    means: 'This computer does not reach the insurer now. Nothing is lost, and you can go on working.',
    todo: 'Go on capturing claims. If others in the office are online, check the cable, Wi-Fi or modem.',
  },
  intercepted: {
    title: 'Something else answers instead of the insurer',
    means: 'A page of the network answers, often one where you have to sign in or buy data.',
    todo: 'Open a web browser, sign in to the network or top it up, then select “Try now”.',
  },
  'no-key': {
    title: 'No key is set',
    means: 'The insurer lets in only who shows the merchant’s key, and this computer has none.',
    todo: 'Ask your manager to enter the key in Settings. What you submit waits until then.',
  },
  'key-refused': {
    title: 'The insurer does not accept the key',
    means: 'The key on this computer is wrong or no longer counts. No claim was taken with it.',
    todo: 'Ask head office for the current key; a manager enters it in Settings. Then everything goes out.',
  },
  'rate-limited': {
    title: 'The insurer asked to wait',
    means: 'The insurer’s system is busy and named a time until which it wants nothing.',
    todo: 'Nothing. Sending continues automatically then.',
  },
  locked: {
    title: 'Data on this computer is locked',
    means: 'Claims are encrypted with a key from this computer’s password store, and the store did not open.',
    todo: 'Sign in to this computer with its usual account, or unlock its password store, then start Claims Desk again. Nothing is lost.',
  },
  'disk-full': {
    title: 'The disk is full',
    means: 'There is no room to write down what the insurer answers, so nothing is sent.',
    todo: 'Empty the bin or delete files that are not needed. Ask for help if you are not sure which.',
  },
  'read-only': {
    title: 'Claims Desk cannot write to its folder',
    means:
      'This computer does not allow Claims Desk to write to its own folder any more, so nothing is sent.',
    todo: 'Tell IT support. Sending continues automatically once it is allowed.',
  },
  'disk-fault': {
    title: 'The disk reports an error',
    means: 'The disk could not read or write. It may be failing.',
    todo: 'Restart the computer. If it comes back, stop capturing here and tell whoever looks after it.',
  },
  paused: {
    title: 'Sending is paused',
    means: 'Someone at this computer chose “Pause sending”. Everything waits safely.',
    todo: 'Select “Resume sending” in the outbox when things may go out again.',
  },
  'policy-unread': {
    title: 'The organisation’s settings could not be read',
    means:
      'Your organisation may set on this computer where claims are sent. That could not be read, so nothing is sent; everything you submit waits safely.',
    todo: 'Tell IT support. Settings, “Set by your organisation”, says what is wrong; select “Try again” there once it is put right.',
  },
  'practice-unavailable': {
    title: 'The practice insurer could not start',
    means:
      'Practice has a small insurer of its own inside this computer, and another program is in its place.',
    todo: 'Choose another port for it in Settings; 0 takes any free one.',
  },
} as const satisfies Record<HoldType, Meaning & { readonly title: string }>

const wall = {
  title: 'A page for the wall',
  intro:
    'What every officer has to know, on one sheet. Print it, or save it for a computer with a printer, and write the telephone numbers in by hand.',
  heading: 'Working with Claims Desk',
  rules: {
    kept: {
      title: 'What you type is kept',
      detail: 'A claim you have begun stays under “Drafts”, also after a power cut.',
    },
    'by-itself': {
      title: 'What you submit will be sent automatically',
      detail:
        'Without a connection it waits on this computer. Do not wait for the network: serve the next customer.',
    },
    once: {
      title: 'Never send a claim twice by hand',
      detail:
        'Where the outbox says “Confirming delivery”, it is looked for at the insurer by itself. Leave it, or open “Delivery status”.',
    },
    call: {
      title: 'Call when something needs you',
      detail: 'The outbox shows in red what needs a decision. If you do not know what to decide, ask first:',
    },
    keys: { title: 'Keys that save time', detail: 'All of them are in the help of Claims Desk.' },
  },
  phones: {
    manager: 'Manager of this office',
    insurer: 'The insurer',
    computer: 'Who looks after this computer',
  },
} as const

const tour = {
  label: 'Tour of practice',
  'offer-title': 'New here? See in five steps what happens to a claim',
  'offer-detail':
    'You lose the connection on purpose, submit a made-up claim, and watch it arrive. Nothing reaches the insurer.',
  start: 'Take the tour',
  decline: 'Not now',
  next: 'Next',
  back: 'Back',
  skip: 'End the tour',
  finish: 'Finish',
  step: 'Step {n} of {steps}: {title}',
  done: 'Done.',
  ended: 'The tour has ended. It can be taken again from Help.',
  steps: {
    'cut-off': {
      title: 'lose the connection',
      detail: 'In the coloured bar at the top, select “{button}”. Now it is as on a bad day of the network.',
    },
    capture: {
      title: 'submit a made-up claim',
      detail:
        'Open “New claim”, choose Keke pass and use the made-up policy {policy}. Type anything in the other fields, and give any photo, or a link that begins with https://, where one is asked for. Then select “Submit claim”.',
    },
    waits: {
      title: 'see it wait',
      detail:
        'Open the outbox. The claim is waiting: it lies on the disk of this computer, even if the power goes now.',
    },
    connect: {
      title: 'bring the connection back',
      detail:
        'Select “{button}” in the bar at the top again. You do not have to send anything: it will be sent automatically.',
    },
    received: {
      title: 'see it received',
      detail:
        'In the outbox the claim becomes “Received”. “Delivery status” beside it tells everything that happened.',
    },
  },
} as const

const help = {
  title: 'Help',
  intro: 'What you may see in Claims Desk, what it means, and what to do.',
  meaning: 'What does this mean?',
  'meaning-of': 'What does this mean? {what}',
  todo: 'What to do:',
  'states-title': 'How a claim or request can stand',
  'states-intro': 'Every line of the outbox carries one of these words.',
  'holds-title': 'Why nothing is sent now',
  'holds-intro': 'Such a notice concerns everything that waits. Nothing is lost meanwhile.',
  'tour-title': 'The tour',
  'tour-detail': 'Five steps in practice mode, from a lost connection to a claim that is received.',
  'tour-elsewhere':
    'The tour is in practice mode, where nothing reaches the insurer. Change to Practice in Settings to take it.',
  shortcuts: 'Keyboard shortcuts',
} as const

/** The texts of the help: what every state and hold means, the page for the wall, and the tour of practice. */
export const enHelp = {
  help: { ...help, photos, states, files, candidate, 'refused-alone': refusedAlone, twice, holds },
  wall,
  tour,
} as const
