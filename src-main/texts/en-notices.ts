/** Texts of notifications: main's part of the catalogue. Only numbers, since they are also shown on locked screens. */
export const enNotices = {
  summary: 'While it was quiet',
  'key-refused': 'The insurer refuses the key',
  'files-held': 'Photos and PDFs of claims do not go up',
  received: {
    claims: '1 claim was received by the insurer | {n} claims were received by the insurer',
    requests:
      '1 pharmacy request was received by the insurer | {n} pharmacy requests were received by the insurer',
  },
  'received-in-practice': {
    claims: '1 claim was received by the practice server | {n} claims were received by the practice server',
    requests:
      '1 pharmacy request was received by the practice server | {n} pharmacy requests were received by the practice server',
  },
  rejected: {
    claims: '1 claim was turned down | {n} claims were turned down',
    requests: '1 pharmacy request was turned down | {n} pharmacy requests were turned down',
  },
  unconfirmed: {
    claims: '1 claim is still not confirmed | {n} claims are still not confirmed',
    requests: '1 pharmacy request is still not confirmed | {n} pharmacy requests are still not confirmed',
  },
  advice: {
    'key-refused': 'Nothing can be sent until it is replaced. What waits is safe on this computer.',
    'files-held': 'Their claims wait safely on this computer. Open the outbox to see what has to be done.',
    rejected: 'Open the outbox to read why, and correct it.',
    unconfirmed: 'It is not known yet whether the insurer has it. Open the outbox to see what is known.',
  },
} as const
