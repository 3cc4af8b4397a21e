/** Texts of notifications: main's part of the catalogue. Only numbers, since they are also shown on locked screens. */
export const enNotices = {
  'key-refused': 'The insurer does not accept the key',
  'files-held': 'Photos and PDFs of claims are not uploaded',
  received: {
    claims: '1 claim was received | {n} claims were received',
    requests: '1 pharmacy request was received | {n} pharmacy requests were received',
  },
  'received-in-practice': {
    claims: '1 claim was received by the practice insurer | {n} claims were received by the practice insurer',
    requests:
      '1 pharmacy request was received by the practice insurer | {n} pharmacy requests were received by the practice insurer',
  },
  rejected: {
    claims: '1 claim was not accepted | {n} claims were not accepted',
    requests: '1 pharmacy request was not accepted | {n} pharmacy requests were not accepted',
  },
  unconfirmed: {
    claims: 'Still confirming delivery of 1 claim | Still confirming delivery of {n} claims',
    requests: '1 pharmacy request needs your decision | {n} pharmacy requests need your decision',
  },
  decided: 'The insurer changed the status of 1 claim | The insurer changed the status of {n} claims',
  advice: {
    'key-refused': 'Nothing is sent until a new key is entered. Waiting claims are safe.',
    'files-held': 'The claims wait safely. Open Claims to see what to do.',
    rejected: 'Open Claims to correct it.',
    unconfirmed: 'The insurer may or may not have it. Open Claims for details.',
  },
} as const
