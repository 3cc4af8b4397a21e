import type { WhoMayAsk } from '#shared/contract/call.ts'
import {
  calls,
  requestChannels,
  type RequestArgument,
  type RequestChannel,
  type RequestResult,
} from '#shared/contract/calls.ts'
import { err } from '#shared/result.ts'
import type { RequestHandlers } from './register.ts'
import type { OfficerSession } from '../officers/officer-session.ts'

/**
 * Puts the officers' rules in front of every handler, so that none can be forgotten: a locked application answers
 * nothing personal, and what concerns the whole office is for managers only.
 */
export function gateHandlers(handlers: RequestHandlers, session: OfficerSession): RequestHandlers {
  const gated = requestChannels.map((channel) => [channel, gateOne(channel, handlers, session)])
  // Object.fromEntries loses which handler belongs to which channel; each was made for its own just above.
  return Object.fromEntries(gated) as RequestHandlers
}

function gateOne<C extends RequestChannel>(
  channel: C,
  handlers: RequestHandlers,
  session: OfficerSession,
): (argument: RequestArgument<C>) => Promise<RequestResult<C>> | RequestResult<C> {
  return (argument) => {
    const { who } = calls[channel]
    if (session.isLocked() && who !== 'anyone') {
      return err({ type: session.waitsForKeyring() ? 'locked' : 'signed-out' })
    }
    if (session.current()?.role === 'officer' && isManagers(who, argument))
      return err({ type: 'managers-only' })
    return handlers[channel](argument)
  }
}

function isManagers(who: WhoMayAsk, argument: unknown): boolean {
  if (typeof who === 'string') return who === 'manager'
  if (typeof argument !== 'object' || argument === null) return false
  return Object.keys(argument).some((field) => !who.ownFields.has(field))
}
