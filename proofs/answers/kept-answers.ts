import type { AnswerCase } from './answer-case.ts'

const whole = {
  foreign: 0,
  changes: [],
  textDamage: null,
  echo: null,
  status: 200,
  interim: null,
  headers: [],
  contentType: 0,
  charset: 'utf-8',
  coding: 'none',
  framing: 'length',
  wireDamage: null,
  pieces: 1,
  then: 'end',
} as const

/** Answers that once broke a property: regression cases that every run tries first. */
export const keptAnswers: readonly AnswerCase[] = [
  // A bare success was mistaken for a completed request.
  { ...whole, endpoint: 'request-pharmacy', body: 'foreign', foreign: 15 },
  // Removing part of a message joined the key together again.
  {
    ...whole,
    endpoint: 'create-keke-claim',
    body: 'refusal',
    status: 422,
    echo: { form: 'zero-width', place: 'response_message', at: 0 },
  },
  // Truncating a compressed answer removes the second copy after the confirmation: what arrives is complete JSON.
  {
    ...whole,
    endpoint: 'request-pharmacy',
    body: 'genuine',
    foreign: 3822,
    changes: [{ change: 'rename', at: 16, pick: 34_881 }],
    textDamage: { do: 'twice', at: 57_454 },
    headers: [
      { name: 87_574, value: 52_684 },
      { name: 10_975, value: 20_478 },
      { name: 18_004, value: 45_150 },
    ],
    coding: 'gzip-cut',
  },
]
