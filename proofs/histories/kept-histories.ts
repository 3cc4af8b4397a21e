import type { Circumstances, HistoryScript } from '#testing/engine/happening.ts'

const plain: Circumstances = {
  chances: [0.5],
  sideBySide: 1,
  latenciesMs: [0],
  rowsBefore: 0,
  insurer: { detailsShow: 'newest', order: 'newest-first', echoes: 'as-sent', etags: false },
}
/** An insurer whose lists begin with the oldest claim, and what else is so. */
const oldestFirst = (
  insurer: Partial<Circumstances['insurer']> = {},
  more: Partial<Circumstances> = {},
): Circumstances => ({
  ...plain,
  chances: [0],
  ...more,
  insurer: { ...plain.insurer, order: 'oldest-first', ...insurer },
})

/**
 * Regression cases: histories that once broke a promise, or nearly did, run first. A failing search prints one ready to
 * paste here; the name says what is true now.
 */
export const keptHistories: Readonly<Record<string, HistoryScript>> = {
  'a claim is committed long after its answer was lost and the process was killed': {
    circumstances: plain,
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 280_000, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'kill' },
      { type: 'time', seconds: 1_900 },
    ],
  },
  'an insurer that answers 500 to one policy for ever, and to no look: the others arrive by the one that is tried':
    {
      circumstances: { ...plain, insurer: { ...plain.insurer, failsFor: 1 } },
      happenings: [
        { type: 'weather', weather: 'reads-fail' },
        { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
        { type: 'fate', fate: { type: 'lost', cause: 'server-error', commitAfterMs: null, hiddenMs: 0 } },
        { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
        { type: 'submit-claim', policy: 3, product: 'keke', twin: false },
        { type: 'submit-claim', policy: 4, product: 'keke', twin: false },
        { type: 'time', seconds: 61 },
      ],
    },
  'something else answers, and then nothing: one look serves both holds': {
    circumstances: plain,
    happenings: [
      { type: 'weather', weather: 'intercepted' },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 61 },
      { type: 'weather', weather: 'offline' },
      { type: 'time', seconds: 1_900 },
    ],
  },
  'a list is asked for before the claim is in it, and answered five minutes after the first reading': {
    circumstances: { ...plain, latenciesMs: [0, 0, 0, 0, 16_000, 0, 0, 0, 0, 0, 0, 0, 0, 38_000] },
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 280_000, hiddenMs: 9_000 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'kill' },
      { type: 'time', seconds: 285 },
      { type: 'officer', does: 'look-now', pick: 0 },
      { type: 'time', seconds: 61 },
    ],
  },
  'the key goes while something else answers: no look without end': {
    circumstances: plain,
    happenings: [
      { type: 'weather', weather: 'intercepted' },
      { type: 'key', has: false },
    ],
  },
  'the key comes back while a question without one is still answered': {
    circumstances: { ...plain, latenciesMs: [0, 40] },
    happenings: [
      { type: 'key', has: false },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'key', has: true },
    ],
  },
  'the refused key is looked at again while the server has trouble': {
    circumstances: plain,
    happenings: [
      { type: 'fate', fate: { type: 'key-refused' } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'weather', weather: 'server-trouble' },
      { type: 'time', seconds: 1_900 },
    ],
  },
  'a list is cut when a claim is submitted, and cut again when its absence would be proved': {
    circumstances: { ...plain, rowsBefore: 1 },
    happenings: [
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 61 },
      { type: 'list', product: 'keke', fault: 'cut-newest' },
      { type: 'sleep', seconds: 1 },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 280_000, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
      { type: 'time', seconds: 250 },
      { type: 'list', product: 'keke', fault: 'none' },
      { type: 'officer', does: 'look-now', pick: 1 },
      { type: 'time', seconds: 5 },
      { type: 'list', product: 'keke', fault: 'cut-newest' },
      { type: 'time', seconds: 1_900 },
    ],
  },
  'a row of the list is longer than what is read of one: the reading proves no absence': {
    circumstances: { ...plain, insurer: { ...plain.insurer, detailsShow: 'oldest', order: 'oldest-first' } },
    happenings: [
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'list', product: 'keke', fault: 'long-row' },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 1_900 },
      { type: 'time', seconds: 1_900 },
    ],
  },
  'an officer decides while a look for the same claim waits its turn: the look ends': {
    circumstances: { ...plain, latenciesMs: [16_000, 0] },
    happenings: [
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'kill-at', brink: 'asking', nth: 2 },
      { type: 'time', seconds: 301 },
      { type: 'officer', does: 'look-now', pick: 0 },
      { type: 'officer', does: 'accept-as-sent', pick: 0 },
    ],
  },
  'an officer sends a request again while a later one of its policy is on its way: it waits': {
    circumstances: { ...plain, sideBySide: 3, latenciesMs: [16_000] },
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: null, hiddenMs: 0 } },
      { type: 'submit-request', policy: 2 },
      { type: 'time', seconds: 285 },
      { type: 'submit-request', policy: 2 },
      { type: 'officer', does: 'send-again', pick: 0 },
    ],
  },
  'the insurer turns down a claim that it has twice by then: later looks say so': {
    circumstances: plain,
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 1_000, hiddenMs: 100_000 } },
      { type: 'submit-claim', policy: 1, product: 'okada', twin: true },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 100_000 } },
      { type: 'officer', does: 'send-again', pick: 0 },
      { type: 'fate', fate: { type: 'rejected' } },
      { type: 'officer', does: 'send-again', pick: 0 },
      { type: 'time', seconds: 5 },
      { type: 'kill' },
    ],
  },
  'a list that cannot be read leaves a claim to an officer: the next one of its policy goes at once': {
    circumstances: oldestFirst({}, { latenciesMs: [0, 4000, 0] }),
    happenings: [
      { type: 'weather', weather: 'server-trouble' },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 1_900 },
      { type: 'sleep', seconds: 7_200 },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
      { type: 'time', seconds: 5 },
      { type: 'time', seconds: 1 },
    ],
  },
  'the disk is full in the middle of what a list showed: all of it or nothing': {
    circumstances: oldestFirst({}, { latenciesMs: [38_000], rowsBefore: 2 }),
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
      { type: 'time', seconds: 285 },
      { type: 'full-disk', writes: 2 },
      { type: 'time', seconds: 285 },
    ],
  },
  'an officer takes another claim for one that was sent twice: later looks find both': {
    circumstances: oldestFirst(),
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'officer', does: 'send-again', pick: 0 },
      { type: 'other-computer', product: 'keke', like: 'without-reference', pick: 0 },
    ],
  },
  'a full disk, a clock ten years on and a kill: a claim that was sent twice is looked for all the same': {
    circumstances: oldestFirst({}, { latenciesMs: [38_000] }),
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 285 },
      { type: 'full-disk', writes: 3 },
      { type: 'officer', does: 'send-again', pick: 0 },
      { type: 'time', seconds: 150 },
      { type: 'clock-jump', minutes: 5_256_000 },
      { type: 'kill' },
    ],
  },
  'a text that is lost, days and times in another form: the row may be the claim': {
    circumstances: oldestFirst({ writes: { days: 'd/m/Y', times: 'd/m/Y H:i:s' } }, { rowsBefore: 1 }),
    happenings: [
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
    ],
  },
  'a text that is lost, a day that became the day before, a time in words: the row may be the claim': {
    circumstances: oldestFirst({ writes: { days: 'lagos-midnight', times: 'words' } }, { rowsBefore: 1 }),
    happenings: [
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 2, product: 'okada', twin: false },
    ],
  },
  'a text that is lost, a policy number without its slashes: the row may be the claim': {
    circumstances: oldestFirst({ writes: { policies: 'joined' } }),
    happenings: [
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
    ],
  },
  'a text that is lost, no day, and a clock here that is ten years ahead: the row may be the claim': {
    circumstances: oldestFirst({ writes: { days: 'null' } }),
    happenings: [
      { type: 'clock-jump', minutes: 5_256_000 },
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
    ],
  },
  'a list shows a claim while its POST hangs: it is received once the POST is given up': {
    circumstances: oldestFirst({ failsFor: 2 }),
    happenings: [
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
      { type: 'fate', fate: { type: 'key-refused' } },
      { type: 'fate', fate: { type: 'hangs', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'time', seconds: 61 },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 1_900 },
    ],
  },
  'a row that an officer ruled out is the other claim of its policy: a late second one raises the alarm': {
    circumstances: oldestFirst(),
    happenings: [
      { type: 'keeps', text: { lost: true } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 1 },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 1_300_000, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'time', seconds: 150 },
      { type: 'time', seconds: 301 },
    ],
  },
  'a policy without its slashes: the reference on a row of it says which of two claims has none': {
    circumstances: oldestFirst({ writes: { policies: 'joined' } }),
    happenings: [
      { type: 'submit-claim', policy: 3, product: 'okada', twin: false },
      { type: 'time', seconds: 1 },
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 3, product: 'okada', twin: false },
      { type: 'officer', does: 'send-again', pick: -1 },
      { type: 'time', seconds: 1 },
    ],
  },
  'a claim that was not accepted has no row, and hides none': {
    circumstances: oldestFirst(),
    happenings: [
      { type: 'fate', fate: { type: 'rejected' } },
      { type: 'submit-claim', policy: 3, product: 'okada', twin: false },
      { type: 'time', seconds: 0 },
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 3, product: 'okada', twin: false },
      { type: 'officer', does: 'send-again', pick: -1 },
      { type: 'time', seconds: 1 },
    ],
  },
  'a row that is one too many of one claim may be the next one of its policy, and an officer can say so': {
    circumstances: oldestFirst(),
    happenings: [
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 3, product: 'keke', twin: false },
      { type: 'officer', does: 'send-again', pick: -1 },
      { type: 'time', seconds: 1 },
      { type: 'time', seconds: 301 },
      { type: 'fate', fate: { type: 'hangs', commitAfterMs: 280_000, hiddenMs: 0 } },
      { type: 'fate', fate: { type: 'rejected' } },
      { type: 'submit-claim', policy: 3, product: 'keke', twin: false },
      { type: 'submit-claim', policy: 3, product: 'keke', twin: false },
    ],
  },
  'three starts in a second use up no look: a row that comes later raises the alarm': {
    circumstances: oldestFirst(),
    happenings: [
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 100_000 } },
      { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
      { type: 'officer', does: 'send-again', pick: -1 },
      { type: 'time', seconds: 1 },
      { type: 'kill' },
      { type: 'kill' },
      { type: 'kill' },
    ],
  },
  'a kill before a POST leaves: nobody here can know that the other rows of its policy are too many': {
    circumstances: oldestFirst({ echoes: 'as-kept' }),
    happenings: [
      { type: 'kill-at', brink: 'asking', nth: 3 },
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
      { type: 'officer', does: 'send-again', pick: -1 },
      { type: 'time', seconds: 1 },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
    ],
  },
  'lists that cannot be read for an hour leave a claim that was sent twice to an officer: the alarm comes after':
    {
      circumstances: oldestFirst({ failsFor: 2 }),
      happenings: [
        { type: 'weather', weather: 'reads-fail' },
        { type: 'keeps', text: { lost: true } },
        { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
        { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
        { type: 'officer', does: 'send-again', pick: -1 },
        { type: 'time', seconds: 1 },
        { type: 'time', seconds: 61 },
        { type: 'keeps', text: {} },
        { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
        { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
        { type: 'officer', does: 'send-again', pick: -1 },
        { type: 'time', seconds: 1900 },
        { type: 'submit-claim', policy: 1, product: 'keke', twin: false },
        { type: 'time', seconds: 1900 },
      ],
    },
  'a row that an officer says is the next claim takes no alarm from the one that was received twice': {
    circumstances: oldestFirst({ detailsShow: 'oldest' }),
    happenings: [
      { type: 'list', product: 'keke', fault: 'endless' },
      { type: 'keeps', text: { lost: true } },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
      { type: 'officer', does: 'send-again', pick: -1 },
      { type: 'time', seconds: 1900 },
      { type: 'fate', fate: { type: 'lost', cause: 'reset', commitAfterMs: 0, hiddenMs: 0 } },
      { type: 'submit-claim', policy: 2, product: 'keke', twin: false },
    ],
  },
}
