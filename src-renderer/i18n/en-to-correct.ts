/** What was turned down and is neither submitted again nor discarded. */
export const enToCorrect = {
  'to-correct': {
    title: 'To correct',
    intro:
      'The insurer turned these down. Each one stays here until it is corrected and submitted again, or discarded.',
    reading: 'Looking for what was turned down',
    list: 'To correct',
    draft: 'draft',
    correct: 'Correct',
    'correct-name': 'Correct the {product} claim of policy {policy}',
    'not-submitted': 'Corrected, but not submitted yet.',
    request: 'A pharmacy request cannot be changed. Discard it, then send the pharmacy again.',
    discard: 'Discard',
    'discard-name': 'Discard the request for {pharmacy}',
    all: 'Show all {n}',
    empty: 'Nothing to correct',
    'empty-detail': 'What the insurer turns down comes here with its reason.',
    still:
      '1 field is still as it was turned down: {names} | {n} fields are still as they were turned down: {names}',
    'still-all': 'Nothing was changed since it was turned down.',
    'still-count': '1 field still as it was turned down | {n} fields still as they were turned down',
  },
} as const
