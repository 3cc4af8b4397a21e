import { deserialize, serialize } from 'node:v8'
import { isDeepStrictEqual } from 'node:util'
import { newId } from '#shared/domain/identifier.ts'
import type { Failure } from '#shared/failure.ts'
import type { AttemptOutcome } from '#shared/outbox/attempt-outcome.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import type { Result } from '#shared/result.ts'
import type { ClaimLook } from '#main/insurer/api/claim-list.ts'
import type { Contact } from '#main/insurer/api/classify.ts'
import { createMerchantApi, type MerchantApi } from '#main/insurer/api/merchant-api.ts'
import { readyAnswer, type ReadyAnswer } from './answer-bytes.ts'
import type { AnswerCase } from './answer-case.ts'
import { secretValues, type GenuineAnswers } from './genuine-answers.ts'
import { carriesKey, fuzzKey } from './key-echo.ts'
import type { Lane } from './lane.ts'
import { listProblems, readAsEngine, type ReadList } from './list-check.ts'
import { possibleTruths } from './possible-truths.ts'
import type { Problem } from './problem.ts'
import type { SocketServer } from './socket-server.ts'
import {
  confirmsClaim,
  confirmsRequest,
  saysNone,
  saysSomething,
  successOf,
  type Truth,
} from './spec-oracle.ts'

/** The outcome of one answer. */
export interface CaseResult {
  readonly problems: readonly Problem[]
  /** For the figures, such as `create-keke-claim delivered` or `list-okada-claims ok`. */
  readonly kind: string
  /** Whether something was redacted on the way. */
  readonly hidden: boolean
  /** Whether reading a list settled an entry. */
  readonly found: number
}

const stalledMs = 150
const patientMs = 60_000

/** Feeds one answer to the real API client, follows the result to the page and checks every property on the way. */
export async function runCase(
  one: AnswerCase,
  genuine: GenuineAnswers,
  lane: Lane,
  sockets: SocketServer,
): Promise<CaseResult> {
  const ready = readyAnswer(one, genuine)
  const timeoutMs = one.then === 'stall' ? stalledMs : patientMs
  const contacts: Contact[] = []
  const api = createMerchantApi({
    baseUrl: sockets.serve(ready.answering),
    readKey: () => Promise.resolve(fuzzKey),
    onContact: (contact) => void contacts.push(contact),
    postTimeoutMs: timeoutMs,
    getTimeoutMs: timeoutMs,
    listStallMs: timeoutMs,
  })
  lane.api = api
  lane.logged.length = 0
  try {
    const result = await withinLimit(resultOf(one, ready, genuine, lane, api))
    const recorded = [...contacts, ...lane.logged]
    const key = carriesKey(recorded, 'parts') ? [{ property: 'key', what: 'log or contact' } as const] : []
    const logged = lane.logged.map((line) => ({ property: 'crash', what: line }) as const)
    return { ...result, problems: [...result.problems, ...key, ...logged] }
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { problems: [{ property: 'crash', what }], kind: `${one.endpoint} threw`, hidden: false, found: 0 }
  } finally {
    await api.close()
  }
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const hung = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It hangs')), patientMs / 2)
  })
  return await Promise.race([work, hung]).finally(() => clearTimeout(timer))
}

async function resultOf(
  one: AnswerCase,
  ready: ReadyAnswer,
  genuine: GenuineAnswers,
  lane: Lane,
  api: MerchantApi,
): Promise<CaseResult> {
  const { exact, reference, pharmacyId } = genuine
  const { policyNumber } = exact
  const product = one.endpoint.includes('okada') ? 'okada' : 'keke'
  switch (one.endpoint) {
    case 'create-keke-claim':
    case 'create-okada-claim': {
      const outcome = await api.createClaim(product, exact, reference)
      const body = { kind: 'claim', product, claim: exact, branchReference: reference } as const
      const truly = (truth: Truth): boolean => confirmsClaim(truth, policyNumber)
      return attempted(one, ready, lane, { id: newId(), body }, outcome, truly)
    }
    case 'request-pharmacy': {
      const outcome = await api.requestPharmacy(pharmacyId, policyNumber)
      const body = { kind: 'pharmacy-request', pharmacyId, pharmacyName: 'A', policyNumber } as const
      return attempted(one, ready, lane, { id: newId(), body }, outcome, confirmsRequest)
    }
    case 'list-keke-claims':
    case 'list-okada-claims':
      if (one.foreign % 3 === 0) return asked(one, ready, await lane.askList(product))
      return listed(one, ready, genuine, await readAsEngine(api, product, genuine, one.foreign % 3 === 1))
    case 'keke-claim-details':
    case 'okada-claim-details':
      if (one.foreign % 3 > 0)
        return asked(one, ready, await lane.ask('claims:detail', { product, policyNumber }))
      return looked(one, ready, policyNumber, await api.lookUpClaim(product, policyNumber))
    case 'search-pharmacies':
      return asked(one, ready, await lane.ask('pharmacies:search', { filter: 'lga', text: 'a', page: 1 }))
    case 'search-pharmacies-by-name':
      return asked(one, ready, await lane.ask('pharmacies:search-by-name', { name: 'a', page: 1 }))
    case 'all-pharmacies':
      if (one.foreign % 3 === 0) return asked(one, ready, { ok: false, error: await api.checkConnection() })
      return asked(one, ready, await lane.ask('pharmacies:page', { page: 1 }))
    case 'one-pharmacy':
      return asked(one, ready, await lane.ask('pharmacies:one', { id: pharmacyId }))
  }
}

/** Damaged bytes may split the key: what is left of it can then no longer be recognised. */
const partsOf = ({ wireDamage }: AnswerCase) => (wireDamage === null ? 'parts' : 'whole')

/** The checks for every value that goes to the page. */
function pageProblems(value: unknown, parts: 'whole' | 'parts'): Problem[] {
  const problems: Problem[] = []
  if (carriesKey(value, parts)) problems.push({ property: 'key', what: 'it reaches the page' })
  const text = JSON.stringify(value)
  const leaked = secretValues.find((secret) => text.includes(secret))
  if (leaked !== undefined) problems.push({ property: 'key', what: `${leaked} reaches the page` })
  const cloned: unknown = deserialize(serialize(value))
  if (!isDeepStrictEqual(cloned, value)) problems.push({ property: 'crash', what: 'it changes on its way' })
  return problems
}

function attempted(
  one: AnswerCase,
  ready: ReadyAnswer,
  lane: Lane,
  submission: Submission,
  outcome: AttemptOutcome,
  truly: (truth: Truth) => boolean,
): CaseResult {
  const entry = lane.keep(submission, outcome)
  const problems = [...pageProblems(outcome, partsOf(one)), ...pageProblems(entry, partsOf(one))]
  const delivered = ['delivered'].includes(outcome.type)
  if (delivered && !possibleTruths(one, ready).some(truly)) {
    problems.push({ property: 'false-received', what: 'the answer does not say so' })
  }
  if (!delivered && ready.isWhole && truly(ready.truth)) {
    problems.push({ property: 'crash', what: `a true confirmation came to ${outcome.type}` })
  }
  const isSilent =
    outcome.type === 'rejected' &&
    outcome.serverMessage === '' &&
    outcome.unread === undefined &&
    Object.keys(outcome.fieldErrors).length === 0
  if (isSilent && one.wireDamage === null && saysSomething(ready.truth)) {
    problems.push({ property: 'unsaid', what: 'it says something, and no reason is told' })
  }
  if (isReceived(entry.state) !== delivered) {
    problems.push({ property: 'false-received', what: `the entry is ${entry.state.name}` })
  }
  for (const name of ['serverMessage', 'fieldErrors', 'unread'] as const) {
    if (name in outcome && !isDeepStrictEqual(Reflect.get(outcome, name), Reflect.get(entry.state, name))) {
      problems.push({ property: 'crash', what: `${name} changes when it is kept` })
    }
  }
  const kind = `${one.endpoint} ${outcome.type}`
  return { problems, kind, hidden: JSON.stringify(outcome).includes('[key]'), found: 0 }
}

function asked(one: AnswerCase, ready: ReadyAnswer, result: unknown): CaseResult {
  if (typeof result !== 'object' || result === null || !('ok' in result)) throw new Error('No Result')
  const problems = pageProblems(result, result.ok === true ? 'whole' : partsOf(one))
  if (result.ok === true && !possibleTruths(one, ready).some((truth) => successOf(truth) !== null)) {
    problems.push({ property: 'false-received', what: 'it is shown, and the answer was no success' })
  }
  const hidden = JSON.stringify(result).includes('[key]')
  return { problems, kind: `${one.endpoint} ${result.ok === true ? 'ok' : 'failed'}`, hidden, found: 0 }
}

function listed(one: AnswerCase, ready: ReadyAnswer, genuine: GenuineAnswers, read: ReadList): CaseResult {
  const { end, scan } = read
  const problems = pageProblems(end, partsOf(one))
  const kind = `${one.endpoint} ${end.ok ? 'ok' : 'failed'}`
  const checked = listProblems(read, one, ready, genuine)
  return { problems: [...problems, ...checked], kind, hidden: false, found: scan.ours.size }
}

/** What the engine learns of a policy: only the API itself says that there is no claim. */
function looked(
  one: AnswerCase,
  ready: ReadyAnswer,
  policyNumber: string,
  look: Result<ClaimLook, Failure>,
): CaseResult {
  const problems = look.ok ? [] : pageProblems(look, partsOf(one))
  const said = look.ok ? look.value.type : 'failed'
  const truths = possibleTruths(one, ready)
  const isTrue =
    said === 'none' ? truths.some(saysNone) : truths.some((truth) => confirmsClaim(truth, policyNumber))
  if (said !== 'failed' && !isTrue)
    problems.push({ property: 'false-received', what: `${said}, and it is not` })
  return { problems, kind: `${one.endpoint} ${look.ok ? 'ok' : 'failed'}`, hidden: false, found: 0 }
}
