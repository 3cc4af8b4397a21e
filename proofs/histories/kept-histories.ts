import { plainNature } from '#testing/engine/simulated-insurer.ts'
import type { Product } from '#shared/domain/product.ts'
import type { UncertainCause } from '#shared/outbox/attempt-outcome.ts'
import type {
  Circumstances,
  Happening,
  HistoryScript,
  ListFault,
  OfficerDoes,
  Weather,
} from '#testing/engine/happening.ts'

const plain: Circumstances = {
  chances: [0.5],
  sideBySide: 1,
  latenciesMs: [0],
  rowsBefore: 0,
  insurer: plainNature,
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

type Happenings = Happening | readonly Happening[]
const history = (circumstances: Circumstances, ...happenings: Happenings[]): HistoryScript => ({
  circumstances,
  happenings: happenings.flat(),
})
const claim = (policy: number, product: Product = 'keke'): Happening => ({
  type: 'submit-claim',
  policy,
  product,
  twin: false,
})
/** The answer to the next POST is lost. */
const lost = (
  commitAfterMs: number | null = 0,
  hiddenMs = 0,
  cause: UncertainCause = 'reset',
): Happening => ({
  type: 'fate',
  fate: { type: 'lost', cause, commitAfterMs, hiddenMs },
})
const lostClaim = (policy: number, commitAfterMs = 0, hiddenMs = 0, product: Product = 'keke') => [
  lost(commitAfterMs, hiddenMs),
  claim(policy, product),
]
/** Sent again by its officer, though it may have arrived. */
const twice = (...lostFor: Parameters<typeof lostClaim>) => [
  ...lostClaim(...lostFor),
  officer('send-again', -1),
]
const time = (seconds: number): Happening => ({ type: 'time', seconds })
const officer = (does: OfficerDoes, pick = 0): Happening => ({ type: 'officer', does, pick })
const weather = (is: Weather): Happening => ({ type: 'weather', weather: is })
const list = (fault: ListFault): Happening => ({ type: 'list', product: 'keke', fault })
const losesTexts: Happening = { type: 'keeps', text: { lost: true } }
const kill: Happening = { type: 'kill' }

/**
 * Regression cases: histories that once broke a promise, or nearly did, run first. A failing search prints one ready to
 * paste here; the name says what is true now.
 */
export const keptHistories: Readonly<Record<string, HistoryScript>> = {
  'a claim is committed long after its answer was lost and the process was killed': history(
    plain,
    lostClaim(1, 280_000),
    kill,
    time(1_900),
  ),
  'an insurer that answers 500 to one policy for ever, and to no look: the others arrive by the one that is tried':
    history(
      { ...plain, insurer: { ...plain.insurer, failsFor: 1 } },
      weather('reads-fail'),
      claim(1),
      lost(null, 0, 'server-error'),
      claim(2),
      claim(3),
      claim(4),
      time(61),
    ),
  'something else answers, and then nothing: one look serves both holds': history(
    plain,
    weather('intercepted'),
    claim(1),
    time(61),
    weather('offline'),
    time(1_900),
  ),
  'a list is asked for before the claim is in it, and answered five minutes after the first reading': history(
    { ...plain, latenciesMs: [0, 0, 0, 0, 16_000, 0, 0, 0, 0, 0, 0, 0, 0, 38_000] },
    lostClaim(1, 280_000, 9_000),
    kill,
    time(285),
    officer('look-now'),
    time(61),
  ),
  'the key goes while something else answers: no look without end': history(plain, weather('intercepted'), {
    type: 'key',
    has: false,
  }),
  'the key comes back while a question without one is still answered': history(
    { ...plain, latenciesMs: [0, 40] },
    { type: 'key', has: false },
    claim(1),
    { type: 'key', has: true },
  ),
  'the refused key is looked at again while the server has trouble': history(
    plain,
    { type: 'fate', fate: { type: 'key-refused' } },
    claim(1),
    weather('server-trouble'),
    time(1_900),
  ),
  'a list is cut when a claim is submitted, and cut again when its absence would be proved': history(
    { ...plain, rowsBefore: 1 },
    claim(1),
    time(61),
    list('cut-newest'),
    { type: 'sleep', seconds: 1 },
    lostClaim(2, 280_000),
    time(250),
    list('none'),
    officer('look-now', 1),
    time(5),
    list('cut-newest'),
    time(1_900),
  ),
  'a row of the list is longer than what is read of one: the reading proves no absence': history(
    { ...plain, insurer: { ...plain.insurer, detailsShow: 'oldest', order: 'oldest-first' } },
    claim(1),
    list('long-row'),
    lostClaim(1),
    time(1_900),
    time(1_900),
  ),
  'an officer decides while a look for the same claim waits its turn: the look ends': history(
    { ...plain, latenciesMs: [16_000, 0] },
    claim(1),
    { type: 'kill-at', brink: 'asking', nth: 2 },
    time(301),
    officer('look-now'),
    officer('accept-as-sent'),
  ),
  'an officer sends a request again while a later one of its policy is on its way: it waits': history(
    { ...plain, sideBySide: 3, latenciesMs: [16_000] },
    lost(null),
    { type: 'submit-request', policy: 2 },
    time(285),
    { type: 'submit-request', policy: 2 },
    officer('send-again'),
  ),
  'the insurer turns down a claim that it has twice by then: later looks say so': history(
    plain,
    lost(1_000, 100_000),
    { type: 'submit-claim', policy: 1, product: 'okada', twin: true },
    lost(0, 100_000),
    officer('send-again'),
    { type: 'fate', fate: { type: 'rejected' } },
    officer('send-again'),
    time(5),
    kill,
  ),
  'a list that cannot be read leaves a claim to an officer: the next one of its policy goes at once': history(
    oldestFirst({}, { latenciesMs: [0, 4000, 0] }),
    weather('server-trouble'),
    claim(1),
    claim(1),
    time(1_900),
    { type: 'sleep', seconds: 7_200 },
    claim(2),
    time(5),
    time(1),
  ),
  'the disk is full in the middle of what a list showed: all of it or nothing': history(
    oldestFirst({}, { latenciesMs: [38_000], rowsBefore: 2 }),
    lostClaim(1),
    claim(2),
    time(285),
    { type: 'full-disk', writes: 2 },
    time(285),
  ),
  'an officer takes another claim for one that was sent twice: later looks find both': history(
    oldestFirst(),
    lostClaim(1),
    lost(),
    officer('send-again'),
    { type: 'other-computer', product: 'keke', like: 'without-reference', pick: 0 },
  ),
  'a full disk, a clock ten years on and a kill: a claim that was sent twice is looked for all the same':
    history(
      oldestFirst({}, { latenciesMs: [38_000] }),
      lostClaim(1),
      time(285),
      { type: 'full-disk', writes: 3 },
      officer('send-again'),
      time(150),
      { type: 'clock-jump', minutes: 5_256_000 },
      kill,
    ),
  'a text that is lost, days and times in another form: the row may be the claim': history(
    oldestFirst({ writes: { days: 'd/m/Y', times: 'd/m/Y H:i:s' } }, { rowsBefore: 1 }),
    losesTexts,
    lostClaim(1),
  ),
  'a text that is lost, a day that became the day before, a time in words: the row may be the claim': history(
    oldestFirst({ writes: { days: 'lagos-midnight', times: 'words' } }, { rowsBefore: 1 }),
    losesTexts,
    lostClaim(2, 0, 0, 'okada'),
  ),
  'a text that is lost, a policy number without its slashes: the row may be the claim': history(
    oldestFirst({ writes: { policies: 'joined' } }),
    losesTexts,
    lostClaim(1),
  ),
  'a text that is lost, no day, and a clock here that is ten years ahead: the row may be the claim': history(
    oldestFirst({ writes: { days: 'null' } }),
    { type: 'clock-jump', minutes: 5_256_000 },
    losesTexts,
    lostClaim(1),
  ),
  'a list shows a claim while its POST hangs: it is received once the POST is given up': history(
    oldestFirst({ failsFor: 2 }),
    claim(2),
    { type: 'fate', fate: { type: 'key-refused' } },
    { type: 'fate', fate: { type: 'hangs', commitAfterMs: 0, hiddenMs: 0 } },
    time(61),
    claim(1),
    time(1_900),
  ),
  'a row that an officer ruled out is the other claim of its policy: a late second one raises the alarm':
    history(oldestFirst(), losesTexts, claim(1), time(1), lostClaim(1, 1_300_000), time(150), time(301)),
  'a policy without its slashes: the reference on a row of it says which of two claims has none': history(
    oldestFirst({ writes: { policies: 'joined' } }),
    claim(3, 'okada'),
    time(1),
    losesTexts,
    twice(3, 0, 0, 'okada'),
    time(1),
  ),
  'a claim that was not accepted has no row, and hides none': history(
    oldestFirst(),
    { type: 'fate', fate: { type: 'rejected' } },
    claim(3, 'okada'),
    time(0),
    losesTexts,
    twice(3, 0, 0, 'okada'),
    time(1),
  ),
  'a row that is one too many of one claim may be the next one of its policy, and an officer can say so':
    history(
      oldestFirst(),
      losesTexts,
      twice(3),
      time(1),
      time(301),
      { type: 'fate', fate: { type: 'hangs', commitAfterMs: 280_000, hiddenMs: 0 } },
      { type: 'fate', fate: { type: 'rejected' } },
      claim(3),
      claim(3),
    ),
  'three starts in a second use up no look: a row that comes later raises the alarm': history(
    oldestFirst(),
    twice(1, 0, 100_000),
    time(1),
    kill,
    kill,
    kill,
  ),
  'a kill before a POST leaves: nobody here can know that the other rows of its policy are too many': history(
    oldestFirst({ echoes: 'as-kept' }),
    { type: 'kill-at', brink: 'asking', nth: 3 },
    losesTexts,
    twice(2),
    time(1),
    claim(2),
  ),
  'lists that cannot be read for an hour leave a claim that was sent twice to an officer: the alarm comes after':
    history(
      oldestFirst({ failsFor: 2 }),
      weather('reads-fail'),
      losesTexts,
      twice(2),
      time(1),
      time(61),
      { type: 'keeps', text: {} },
      twice(1),
      time(1_900),
      claim(1),
      time(1_900),
    ),
  'a row that an officer says is the next claim takes no alarm from the one that was received twice': history(
    oldestFirst({ detailsShow: 'oldest' }),
    list('endless'),
    losesTexts,
    twice(2),
    time(1_900),
    lostClaim(2),
  ),
}
