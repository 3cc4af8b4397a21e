import type { OfficerAnswer, OfficerFailure } from '#shared/contract/officers.ts'
import type { Failure } from '#shared/failure.ts'
import { isUnread, type ManagedSettings } from '#shared/managed-settings.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { refuseWhileBusy } from '#main/platform/refuse-while-busy.ts'
import type { HandlersOf } from './register.ts'
import type { OfficerSession } from '#main/office/officers/officer-session.ts'
import type { SessionLock } from '#main/office/officers/session-lock.ts'

/** Answers what the page asks about officers. */
export function createOfficerHandlers(
  session: OfficerSession,
  sessionLock: SessionLock,
  managed: ManagedSettings,
): HandlersOf<'officers'> {
  const answered = async (
    work: Promise<Result<unknown, OfficerFailure>>,
  ): Promise<Result<OfficerAnswer, Failure>> => {
    const done = await work
    return ok(done.ok ? { type: 'done', officers: session.status() } : { type: 'refused', why: done.error })
  }
  const newSecret = async (
    work: () => Promise<Result<unknown, OfficerFailure>>,
  ): Promise<Result<OfficerAnswer, Failure>> =>
    // While the organisation's rules for PINs are not known, none may be changed.
    isUnread(managed) ? err({ type: 'policy-unread' }) : await answered(work())
  // Each takes half a second of scrypt, in turn: what a page asks for in a loop must not stand before a sign-in.
  const signingIn = refuseWhileBusy()
  const recovering = refuseWhileBusy()
  const changing = refuseWhileBusy()
  return {
    'officers:sign-in': ({ id, secret, next }) =>
      signingIn(() =>
        next === undefined
          ? answered(session.signIn(id, secret))
          : newSecret(() => session.signIn(id, secret, next)),
      ),
    'officers:leave': ({ place }) => {
      sessionLock.leave(place)
      return ok(null)
    },
    'officers:add': (officer) => changing(() => newSecret(() => session.add(officer))),
    'officers:change-secret': ({ present, next }) =>
      changing(() => newSecret(() => session.changeSecret(present, next))),
    'officers:reset-secret': ({ id, next }) => changing(() => newSecret(() => session.resetSecret(id, next))),
    'officers:set-role': ({ id, role }) => answered(session.setRole(id, role)),
    'officers:remove': ({ id }) => answered(session.remove(id)),
    'officers:recover': ({ key, name, secret }) =>
      recovering(() => newSecret(() => session.recover(key, name, secret))),
  }
}
