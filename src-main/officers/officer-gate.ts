import { requestChannels } from '#shared/ipc/channels.ts'
import type { RequestArgument, RequestChannel, RequestResult } from '#shared/ipc/requests.ts'
import { err } from '#shared/result.ts'
import type { RequestHandlers } from '../ipc/register.ts'
import type { OfficerDesk } from './officer-desk.ts'

/** What a locked desk answers: nothing here tells of a person. */
const openWhileLocked: ReadonlySet<RequestChannel> = new Set<RequestChannel>([
  'app:status',
  'app:storage-retry',
  'engine:status',
  'officers:sign-in',
  'officers:recover',
  'support:report',
  'support:save-report',
])

/** What concerns the whole office; everything else an officer may do for their own work. */
const managersOnly: ReadonlySet<RequestChannel> = new Set<RequestChannel>([
  'environment:connect',
  'key:set',
  'key:clear',
  'data-key:renew',
  'privacy:about-policy',
  'privacy:forget-policy',
  'privacy:row-keys',
  'privacy:seal-row',
  'privacy:rows-sealed',
  'privacy:clear-practice',
  'backup:status',
  'backup:write',
  'backup:take-back',
  'backup:send-copies',
  'backup:choose',
  'backup:open',
  'backup:take-in',
])
const everybodysSettings: ReadonlySet<string> = new Set([
  'theme',
  'language',
  'singleKeyShortcuts',
  'tourSeen',
])

/**
 * Puts the officers' rules before every handler, so that none can be forgotten: a locked desk answers nothing
 * personal, and what concerns the whole office is a manager's.
 */
export function gateHandlers(handlers: RequestHandlers, desk: OfficerDesk): RequestHandlers {
  const gated = requestChannels.map((channel) => [channel, gateOne(channel, handlers, desk)])
  // Object.fromEntries forgets which handler belongs to which channel; each was made for its own just above.
  return Object.fromEntries(gated) as RequestHandlers
}

function gateOne<C extends RequestChannel>(
  channel: C,
  handlers: RequestHandlers,
  desk: OfficerDesk,
): (argument: RequestArgument<C>) => Promise<RequestResult<C>> | RequestResult<C> {
  return (argument) => {
    if (desk.isLocked() && !openWhileLocked.has(channel)) {
      return err({ type: desk.waitsForKeyring() ? 'locked' : 'signed-out' })
    }
    const officer = desk.current()
    if (officer?.role === 'officer' && isManagers(channel, argument)) return err({ type: 'managers-only' })
    return handlers[channel](argument)
  }
}

function isManagers(channel: RequestChannel, argument: unknown): boolean {
  if (managersOnly.has(channel)) return true
  if (channel !== 'settings:change' || typeof argument !== 'object' || argument === null) return false
  return Object.keys(argument).some((setting) => !everybodysSettings.has(setting))
}
