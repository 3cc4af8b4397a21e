import * as v from 'valibot'
import type { LineUse } from '../line-use.ts'
import type { NetworkStatus } from '../network.ts'
import { nothing } from './arguments.ts'
import { answer, call } from './call.ts'

/** What a header can carry of a name and a password (RFC 7617): no colon in the name, no control characters. */
const loginName = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^[^:\p{Cc}]+$/u))
const loginPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(1000), v.regex(/^[^\p{Cc}]+$/u))

/** How this computer reaches the insurer: way, proxy, certificates. */
export const networkCalls = {
  /** Bytes that went over the line, by purpose. */
  'network:use': call({ takes: nothing, answers: answer<LineUse>() }),
  'network:status': call({ takes: nothing, answers: answer<NetworkStatus>() }),
  /** The name and password for one proxy; nothing returns them. */
  'network:set-proxy-login': call({
    takes: v.strictObject({
      /** Its origin, with its port. */
      proxy: v.pipe(
        v.string(),
        v.maxLength(300),
        v.regex(/^https?:\/\/[^\s/@?#]+:\d+$/),
        v.examples(['http://127.0.0.1:9']),
      ),
      name: v.pipe(loginName, v.examples(['branch'])),
      password: v.pipe(loginPassword, v.examples(['made-up-password'])),
    }),
    answers: answer<NetworkStatus>(),
    who: 'manager',
  }),
  'network:clear-proxy-login': call({ takes: nothing, answers: answer<NetworkStatus>(), who: 'manager' }),
}
