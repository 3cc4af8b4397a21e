/** What was turned down and is neither submitted again nor discarded. */
export const enToCorrect = {
  'to-correct': {
    title: 'To correct',
    intro: 'Not accepted by {insurer}. Submit each again, or discard it.',
    reading: 'Loading',
    list: 'To correct',
    draft: 'draft',
    correct: 'Correct',
    'correct-name': 'Correct the {product} claim of policy {policy}',
    'correct-request': 'Correct the request for {pharmacy}',
    'not-submitted': 'Corrected, but not submitted yet.',
    discard: 'Discard',
    'discard-name': 'Discard the request for {pharmacy}',
    all: 'Show all {n}',
    empty: 'Nothing to correct',
    'empty-detail': 'What the insurer does not accept appears here.',
    still: '1 field not changed yet: {names} | {n} fields not changed yet: {names}',
    'still-all': 'Nothing was changed yet.',
    'still-count': '1 field not changed yet | {n} fields not changed yet',
  },
} as const
