import { isTlsKind, type ConnectivityKind } from '#shared/connectivity.ts'
import type { KeyTrouble } from '#shared/contract/app-status.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import { awaitsFiles, hasLostFile, needsSomeone } from '#shared/outbox/entry-files.ts'
import type { EngineStatus, Hold, HoldType } from '#shared/outbox/hold.ts'
import { isReceived, isReconcilable, isSending, isUndelivered, isWaiting } from '#shared/outbox/predicates.ts'
import { plural, t } from '#renderer/i18n/index.ts'
import { dayAndTime, timeOfDay } from '#shared/language/format.ts'
import type { Tone } from '#shared/claim/tone.ts'

/** The input of the status line. */
export interface StatusFacts {
  readonly engine: EngineStatus | null
  /** Null while the outbox has not been read. */
  readonly entries: readonly EntrySummary[] | null
  readonly unreadable: boolean
  /** What waits in Live while another environment is open: nothing of practice or the sandbox belongs here. */
  readonly waitsInLive: number
  /** How many need somebody; null while unknown. */
  readonly needsYou: number | null
  /** Practice is simulating a lost connection. */
  readonly isCutOff: boolean
  /** The exact cause of the connection's state, once known. */
  readonly cause?: ConnectivityKind | null
  /** An earlier session had a key, but no keyring kept it. */
  readonly keyTrouble?: KeyTrouble | null
}

export interface StatusLine {
  /** The tone of the connection alone; what needs an officer is in `attention`. */
  readonly tone: Tone
  readonly connection: string
  /** How many need somebody; '' for none. */
  readonly attention: string
  /** Sentences about what waits or is being sent. */
  readonly queue: string
}

// Most severe first, since the line has room for one. `resolves` is whether it ends without the officer.
const holdRank: Readonly<Record<HoldType, { rank: number; tone: Tone; resolves: boolean }>> = {
  locked: { rank: 0, tone: 'danger', resolves: false },
  'disk-full': { rank: 1, tone: 'danger', resolves: false },
  'read-only': { rank: 1, tone: 'danger', resolves: false },
  'disk-fault': { rank: 1, tone: 'danger', resolves: false },
  stopped: { rank: 2, tone: 'warning', resolves: false },
  'practice-unavailable': { rank: 2, tone: 'danger', resolves: false },
  'policy-unread': { rank: 2, tone: 'danger', resolves: false },
  'no-key': { rank: 3, tone: 'warning', resolves: false },
  'key-refused': { rank: 4, tone: 'danger', resolves: false },
  intercepted: { rank: 5, tone: 'warning', resolves: true },
  paused: { rank: 6, tone: 'warning', resolves: false },
  offline: { rank: 7, tone: 'warning', resolves: true },
  'rate-limited': { rank: 8, tone: 'warning', resolves: true },
  'insurer-problem': { rank: 9, tone: 'warning', resolves: true },
}

/** The holds, most severe first. */
export function rankedHolds(holds: readonly Hold[]): readonly Hold[] {
  return [...holds].sort((a, b) => holdRank[a.type].rank - holdRank[b.type].rank)
}

/** How severe a hold is. */
export function holdTone(hold: Pick<Hold, 'type'>): Tone {
  return holdRank[hold.type].tone
}

/** Whether an officer, or the computer's administrator, must act before anything is sent. */
export function holdNeedsSomeone(hold: Hold): boolean {
  return !holdRank[hold.type].resolves
}

/** The texts of a hold: `short` for the status line, `title` and `todo` for a notice. */
export function holdText(
  hold: Hold,
  { isCutOff, cause, keyTrouble = null }: Pick<StatusFacts, 'isCutOff' | 'cause' | 'keyTrouble'>,
): {
  readonly short: string
  readonly title: string
  readonly todo: string
} {
  if (hold.type === 'offline' && isCutOff) {
    return { short: t('cut-off.short'), title: t('cut-off.title'), todo: t('cut-off.todo') }
  }
  if (hold.type === 'no-key' && keyTrouble !== null) {
    return {
      short: t(`key-trouble.${keyTrouble}.short`),
      title: t(`key-trouble.${keyTrouble}.title`),
      todo: t(`key-trouble.${keyTrouble}.todo`),
    }
  }
  // The network is up and no other server answers: only TLS fails, or the proxy is in the way.
  const isDetailed = isTlsKind(cause) || cause === 'proxy' || cause === 'proxy-asks'
  if ((hold.type === 'offline' || hold.type === 'intercepted') && isDetailed) {
    return {
      short: `${t(`connection.kind.${cause}.short`)}.`,
      title: t(`connection.kind.${cause}.title`),
      todo: t(`connection.kind.${cause}.todo`, { date: dayAndTime(new Date()) }),
    }
  }
  const named = holdParts(hold)
  return {
    short: t(`hold.${hold.type}.short`, named),
    title: t(`hold.${hold.type}.title`, named),
    todo: t(`hold.${hold.type}.todo`, named),
  }
}

function holdParts(hold: Hold): Record<string, string> {
  switch (hold.type) {
    case 'rate-limited':
      return { time: timeOfDay(hold.until) }
    case 'stopped':
      return { number: hold.to }
    case 'practice-unavailable':
    case 'offline':
    case 'intercepted':
    case 'no-key':
    case 'key-refused':
    case 'locked':
    case 'disk-full':
    case 'read-only':
    case 'disk-fault':
    case 'policy-unread':
    case 'paused':
    case 'insurer-problem':
      return {}
  }
}

/** The texts of the status line, which is always visible. */
export function statusLine(facts: StatusFacts): StatusLine {
  const hold = facts.engine === null ? undefined : rankedHolds(facts.engine.holds)[0]
  // What is left on a computer that stopped is another one's.
  const queue = hold?.type === 'stopped' ? [] : queueSentences(facts, hold)
  return {
    tone: toneOf(facts, hold),
    connection: connectionSentence(facts, hold),
    attention: (facts.needsYou ?? 0) === 0 ? '' : plural('status.needs-you', facts.needsYou ?? 0),
    queue: queue.join(' '),
  }
}

function connectionSentence(facts: StatusFacts, hold: Hold | undefined): string {
  const { engine } = facts
  if (hold !== undefined) return holdText(hold, facts).short
  if (engine === null) return t('status.unknown')
  if (engine.sendingId !== null) return t('status.sending')
  switch (engine.connection) {
    case 'online':
      return t(isInTrouble(facts) ? 'hold.insurer-problem.short' : 'status.connected')
    case 'unknown':
      return t('status.unknown')
    case 'offline':
    case 'intercepted':
    case 'key-refused':
      return t(`hold.${engine.connection}.short`)
  }
}

function queueSentences(facts: StatusFacts, hold: Hold | undefined): string[] {
  const { entries } = facts
  if (facts.unreadable) return [t('status.unread')]
  if (entries === null) return [t('status.reading')]
  const sentences = [
    waits(entries, hold, facts.engine?.connection),
    waitsForFiles(entries),
    beingChecked(entries),
    facts.waitsInLive === 0 ? null : t('status.waits-in-live', { n: facts.waitsInLive }),
  ].filter((sentence) => sentence !== null)
  if (sentences.length > 0 || entries.some(({ state }) => isUndelivered(state))) return sentences
  // While a claim that was turned down is still in a draft, not everything has arrived.
  if (facts.needsYou !== 0) return facts.needsYou === null ? [t('status.reading')] : []
  if (!entries.some(({ state }) => isReceived(state))) return [t('status.nothing')]
  return [t('status.all-received')]
}

function waits(
  entries: readonly EntrySummary[],
  hold: Hold | undefined,
  connection: EngineStatus['connection'] | undefined,
): string | null {
  const waiting = entries.filter((entry) => isWaiting(entry.state) && !awaitsFiles(entry))
  if (waiting.length === 0) return null
  const named = { what: whatWaits(waiting) }
  if (hold !== undefined && holdNeedsSomeone(hold)) return plural('status.waits-safe', waiting.length, named)
  const isBehindOther = connection === 'online' && entries.some(({ state }) => isSending(state))
  return plural(isBehindOther ? 'status.waits-turn' : 'status.waits-goes-out', waiting.length, named)
}

// A claim whose files are still here is not about to go out.
function waitsForFiles(entries: readonly EntrySummary[]): string | null {
  const waiting = entries.filter((entry) => awaitsFiles(entry) && !hasLostFile(entry))
  if (waiting.length === 0) return null
  // A notice above each screen says what holds them where someone has to act.
  const isHeld = waiting.some(({ files }) => files !== null && needsSomeone(files.hold))
  return plural(isHeld ? 'status.waits-files-held' : 'status.waits-files', waiting.length)
}

function whatWaits(waiting: readonly EntrySummary[]): string {
  const claims = waiting.filter(({ kind }) => kind === 'claim').length
  const requests = waiting.length - claims
  if (requests === 0) return plural('status.claims', claims)
  if (claims === 0) return plural('status.requests', requests)
  return t('status.and', {
    first: plural('status.claims', claims),
    second: plural('status.requests', requests),
  })
}

function beingChecked(entries: readonly EntrySummary[]): string | null {
  const count = entries.filter(({ kind, state }) => isReconcilable(kind, state)).length
  return count === 0 ? null : plural('status.unconfirmed', count)
}

function toneOf(facts: StatusFacts, hold: Hold | undefined): Tone {
  if (facts.unreadable) return 'danger'
  if (hold !== undefined) return holdTone(hold)
  if (facts.engine === null || facts.engine.connection === 'unknown') return 'neutral'
  if (facts.engine.connection !== 'online' || isInTrouble(facts)) return 'warning'
  return facts.engine.sendingId === null ? 'success' : 'info'
}

// The last answer was a 5xx: nothing is held yet, but the screen "Connection" says so, and so does the line.
function isInTrouble({ cause }: StatusFacts): boolean {
  return cause === 'server-error'
}
