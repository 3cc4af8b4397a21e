import type { LinePurpose } from '#shared/line-use.ts'

const purposes = {
  claims: 'Claims and pharmacy requests',
  looks: 'Single claims',
  lists: 'Claim lists',
  pharmacies: 'Pharmacies',
  files: 'Photos and PDFs of claims',
  checks: 'Connection checks',
  updates: 'Updates',
  other: 'Other',
} as const satisfies Record<LinePurpose, string>

/** What the connection costs, on the screen "Connection", and the setting that saves data. */
export const enLine = {
  line: {
    purposes,
    title: 'Data used',
    intro: 'What Claims Desk sent and received on this computer, for all officers.',
    table: 'Data used today and this month, by purpose',
    purpose: 'Used for',
    today: 'Today',
    month: 'This month',
    sent: '{size} sent',
    received: '{size} received',
    total: 'Total',
    nothing: 'Nothing counted yet',
    'nothing-practice': 'Practice uses no data.',
    counted: 'Includes encryption and headers. Expect about 5% more on the bill.',
    since: 'Counted since {day}.',
    saving: '“Save data” is on: lists and downloads start only when you ask.',
    'not-saving': 'To use less, turn on “Save data”.',
    'open-settings': 'Open Settings',
  },
  'save-data': {
    title: 'Data use',
    label: 'Save data',
    hint: 'For connections paid by the megabyte. Claims are sent and confirmed as always.',
    off: 'It stops automatic:',
    lists: 'reading of claim lists: start it on “Claims”',
    directory: 'updates of offline pharmacies: start it on “Pharmacies”',
    updates: 'checks for updates: use “Check for updates” below',
    probes: 'connection checks every five minutes: they run every thirty instead',
    cost: 'See data used',
  },
} as const
