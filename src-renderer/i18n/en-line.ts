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

/** What the connection costs, on the screen "Connection". */
export const enLine = {
  line: {
    purposes,
    title: 'Data used',
    intro: 'What Claims Desk sent and received here, for all officers.',
    table: 'Data used today and this month, by purpose',
    purpose: 'Used for',
    today: 'Today',
    month: 'This month',
    total: 'Total',
    nothing: 'Nothing counted yet',
    'nothing-practice': 'Practice uses no data.',
    counted: 'Includes encryption and headers. Expect about 5% more on the bill.',
    since: 'Counted since {day}.',
    saving: '“Save data” is on: lists and downloads wait until you ask.',
    'not-saving': 'To use less, turn on “Save data”.',
    'open-settings': 'Open Settings',
  },
} as const
