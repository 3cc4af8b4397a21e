import type { OfficerAnswer, OfficerFailure } from '#shared/contract/officer-status.ts'
import type { Failure } from '#shared/failure.ts'
import { ok, type Result } from '#shared/result.ts'
import { refuseWhileBusy } from '../platform/refuse-while-busy.ts'
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
  // Each takes half a second of scrypt, in turn: what a page asks for in a loop must not stand before a sign-in.
  const signingIn = refuseWhileBusy()
  const recovering = refuseWhileBusy()
  const changing = refuseWhileBusy()
  return {
    'officers:sign-in': ({ id, secret, next }) => signingIn(() => answered(session.signIn(id, secret, next))),
    'officers:leave': ({ place }) => {
      leave(place)
      return ok(null)
    },
    'officers:add': (officer) => changing(() => answered(session.add(officer))),
    'officers:change-secret': ({ present, next }) =>
      changing(() => answered(session.changeSecret(present, next))),
    'officers:reset-secret': ({ id, next }) => changing(() => answered(session.resetSecret(id, next))),
    'officers:set-role': ({ id, role }) => answered(session.setRole(id, role)),
    'officers:remove': ({ id }) => answered(session.remove(id)),
    'officers:recover': ({ key, name, secret }) =>
      recovering(() => answered(session.recover(key, name, secret))),
  }
}
