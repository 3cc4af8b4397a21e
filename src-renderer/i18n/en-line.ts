import type { LinePurpose } from '#shared/line-use.ts'

const purposes = {
  claims: 'Claims and pharmacy requests sent',
  looks: 'Single claims looked up',
  lists: 'Claim lists',
  pharmacies: 'Pharmacies',
  files: 'Photos and PDFs of claims',
  checks: 'Whether the insurer answers',
  updates: 'Updates of Claims Desk',
  other: 'Anything else',
} as const satisfies Record<LinePurpose, string>

/** What the connection costs, on the screen "Connection", and the setting that saves data. */
export const enLine = {
  line: {
    purposes,
    title: 'What it costs',
    intro: 'What Claims Desk sent and received over the connection of this computer, whoever worked at it.',
    table: 'Data used today and this month, by purpose',
    purpose: 'Used for',
    today: 'Today',
    month: 'This month',
    sent: '{size} sent',
    received: '{size} received',
    total: 'All together',
    nothing: 'Nothing has been counted yet',
    'nothing-practice': 'Practice costs nothing: its server is inside Claims Desk.',
    counted:
      'Encryption and headers are counted. What the network itself adds to each packet is not: expect some 5 in 100 more on the bill.',
    since: 'Counted since {day}.',
    saving: '“Save data” is on: what is only convenient waits until someone asks for it.',
    'not-saving': 'If the connection is paid by the megabyte, “Save data” fetches less.',
    'open-settings': 'Open Settings',
  },
  'save-data': {
    title: 'Data',
    label: 'Save data',
    hint: 'For a connection that is paid by the megabyte. Claims are sent, and looked for after a lost answer, exactly as always.',
    off: 'It turns off:',
    lists: 'reading the insurer’s claim lists by itself: ask for it on the screen “Claims”',
    directory: 'updating the offline pharmacies when they are old: use “Update list” on “Pharmacies”',
    updates: 'looking for updates of Claims Desk by itself: use “Check for updates” below',
    probes: 'asking every five minutes whether the insurer can be reached: it asks every thirty instead',
    cost: 'What it costs',
  },
} as const
