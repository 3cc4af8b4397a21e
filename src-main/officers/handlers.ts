import type { OfficerAnswer, OfficerFailure } from '#shared/contract/officer-status.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import type { OfficerSession } from './officer-session.ts'
import type { RequestHandlers } from '../ipc/register.ts'

type OfficerChannel = Extract<keyof RequestHandlers, `officers:${string}`>

/** Answers what the page asks about officers. @param leave locks the application once the page has saved. */
export function createOfficerHandlers(
  session: OfficerSession,
  leave: (place: string | null) => void,
): Pick<RequestHandlers, OfficerChannel> {
  const answered = async (
    work: Promise<Result<unknown, OfficerFailure>>,
  ): Promise<Result<OfficerAnswer, Failure>> => {
    const done = await work
    return ok(done.ok ? { type: 'done', officers: session.status() } : { type: 'refused', why: done.error })
  }
  return {
    'officers:sign-in': ({ id, secret, next }) => answered(session.signIn(id, secret, next)),
    'officers:leave': ({ place }) => {
      leave(place)
      return ok(null)
    },
    'officers:add': (officer) => answered(session.add(officer)),
    'officers:change-secret': ({ present, next }) => answered(session.changeSecret(present, next)),
    'officers:reset-secret': ({ id, next }) => answered(session.resetSecret(id, next)),
    'officers:set-role': ({ id, role }) => answered(session.setRole(id, role)),
    'officers:remove': ({ id }) => answered(session.remove(id)),
    'officers:recover': ({ key, name, secret }) => answered(session.recover(key, name, secret)),
  }
}
