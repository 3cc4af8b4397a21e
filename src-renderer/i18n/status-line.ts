import { isTlsKind, type ConnectivityKind } from '#shared/connectivity.ts'
import type { KeyTrouble } from '#shared/contract/app-status.ts'
import { groupOfEntry } from '#shared/claim/claim.ts'
import { countsText } from '#shared/claim/describe.ts'
import type { EntrySummary } from '#shared/outbox/entry.ts'
import type { Hold, HoldType, ShownEngine } from '#shared/outbox/hold.ts'
import { inWords, plural, say, t } from '#renderer/i18n/index.ts'
import type { Words } from '#renderer/i18n/words.ts'
import { dayAndTime, timeOfDay } from '#shared/language/format.ts'
import type { Tone } from '#shared/claim/say.ts'

/** The input of the status line. */
export interface StatusFacts {
  readonly engine: ShownEngine | null
  /** Null while the outbox has not been read. */
  readonly entries: readonly EntrySummary[] | null
  readonly unreadable: boolean
  /** How many need someone; null while unknown. */
  readonly needsYou: number | null
  /** Practice is simulating a lost connection. */
  readonly isCutOff: boolean
  /** The exact cause of the connection's state, once known. */
  readonly cause?: ConnectivityKind | null
  /** An earlier session had a key, but no keyring kept it. */
  readonly keyTrouble?: KeyTrouble | null
}

// Most severe first, since the line has room for one. `resolves` is whether it ends without the officer.
const holdRank: Readonly<Record<HoldType, { rank: number; tone: Tone; resolves: boolean }>> = {
  locked: { rank: 0, tone: 'danger', resolves: false },
  'disk-full': { rank: 1, tone: 'danger', resolves: false },
  'read-only': { rank: 1, tone: 'danger', resolves: false },
  'disk-fault': { rank: 1, tone: 'danger', resolves: false },
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

/** The texts of a hold: its name, and what to do. */
export function holdText(
  hold: Hold,
  { isCutOff, cause, keyTrouble = null }: Pick<StatusFacts, 'isCutOff' | 'cause' | 'keyTrouble'>,
): Words {
  if (hold.type === 'offline' && isCutOff) return inWords('cut-off')
  if (hold.type === 'no-key' && keyTrouble !== null) return inWords(`key-trouble.${keyTrouble}`)
  // The network is up and no other server answers: only TLS fails, the proxy is in the way, or nobody can read it.
  const isDetailed = isTlsKind(cause) || cause === 'garbled' || cause === 'proxy' || cause === 'proxy-asks'
  if ((hold.type === 'offline' || hold.type === 'intercepted') && isDetailed)
    return inWords(`connection.kind.${cause}`, { date: dayAndTime(new Date()) })
  return inWords(`hold.${hold.type}`, hold.type === 'rate-limited' ? { time: timeOfDay(hold.until) } : {})
}

/** The texts of the status line, which is always visible. */
export function statusLine(facts: StatusFacts) {
  const hold = facts.engine === null ? undefined : rankedHolds(facts.engine.holds)[0]
  return {
    /** Of the connection alone; what needs an officer is in `attention`. */
    tone: toneOf(facts, hold),
    connection: connectionSentence(facts, hold),
    /** How many need someone; '' for none. */
    attention: (facts.needsYou ?? 0) === 0 ? '' : say('counts.needs-you', { n: facts.needsYou ?? 0 }),
    /** Sentences about what waits or is being sent. */
    queue: queueSentences(facts).join(' '),
  }
}

function connectionSentence(facts: StatusFacts, hold: Hold | undefined): string {
  const { engine } = facts
  if (hold !== undefined) return `${holdText(hold, facts).title}.`
  if (engine === null || engine.connection === 'unknown') return t('status.unknown')
  if (engine.connection !== 'online') return `${t(`hold.${engine.connection}.title`)}.`
  if (facts.cause === 'garbled') return `${t('connection.kind.garbled.title')}.`
  return isInTrouble(facts) ? `${t('hold.insurer-problem.title')}.` : t('status.connected')
}

function queueSentences({ entries, unreadable, engine }: StatusFacts): string[] {
  if (unreadable) return [t('status.unread')]
  if (entries === null) return [t('status.reading')]
  const onItsWay = entries.filter((entry) => groupOfEntry(entry) === 'on-its-way')
  return [
    onItsWay.length === 0 ? say('counts.on-its-way', { n: 0 }) : countsText(onItsWay, say),
    ...liveSentences(engine?.live ?? null),
  ]
}

/** Nothing of practice or the sandbox belongs here. */
function liveSentences(live: ShownEngine['live']): string[] {
  if (live === null) return []
  if (live === 'closed') return [t('status.live-closed')]
  const needsYou = live.rejected + live.needsOfficer
  return [
    ...(live.undelivered === 0 ? [] : [t('status.waits-in-live', { n: live.undelivered })]),
    ...(needsYou === 0 ? [] : [plural('status.needs-you-in-live', needsYou)]),
  ]
}

function toneOf(facts: StatusFacts, hold: Hold | undefined): Tone {
  if (facts.unreadable) return 'danger'
  if (hold !== undefined) return holdTone(hold)
  if (facts.engine === null || facts.engine.connection === 'unknown') return 'neutral'
  if (facts.engine.connection !== 'online' || isInTrouble(facts)) return 'warning'
  return facts.engine.sendingId === null ? 'success' : 'info'
}

// The last answer was a 5xx, or could not be read: nothing is held yet, but the screen "Connection" says so, and so does the line.
function isInTrouble({ cause }: StatusFacts): boolean {
  return cause === 'server-error' || cause === 'garbled'
}
