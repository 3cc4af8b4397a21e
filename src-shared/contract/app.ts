import * as v from 'valibot'
import type { ConnectivityNow } from '../connectivity.ts'
import { BaseUrlSchema } from '../base-url.ts'
import { remoteEnvironments } from '../domain/product.ts'
import type { EngineStatus } from '../outbox/hold.ts'
import { ownSettings, SettingsPatchSchema } from '../settings.ts'
import type { AppStatus, ConnectAnswer, ConnectionCheck, KeyStatus } from './app-status.ts'
import { nothing, answer, call } from './call.ts'
import type { LineUse } from '../line-use.ts'
import type { NetworkStatus } from '../network.ts'
import type { UpdateStatus } from '../updates.ts'

const merchantKey = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(4096),
  v.regex(/^[\x21-\x7e]+$/),
  v.examples(['made-up-key']),
)

/** What a header can carry of a name and a password (RFC 7617): no colon in the name, no control characters. */
const loginName = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.regex(/^[^:\p{Cc}]+$/u))
const loginPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(1000), v.regex(/^[^\p{Cc}]+$/u))

/** The application as a whole: settings, environment, keys, connection, way to the insurer, delivery, updates. */
export const appCalls = {
  'app:status': call({ takes: nothing, answers: answer<AppStatus>(), who: 'anyone' }),
  'app:storage-retry': call({ takes: nothing, answers: answer<AppStatus>(), who: 'anyone' }),
  'settings:change': call({
    takes: SettingsPatchSchema,
    answers: answer<AppStatus>(),
    who: { ownFields: ownSettings },
  }),

  /** Tries address and key, and opens the environment with them if they work. Otherwise nothing changes. */
  'environment:connect': call({
    takes: v.strictObject({
      environment: v.picklist(remoteEnvironments),
      // In tests nothing listens there.
      baseUrl: v.pipe(BaseUrlSchema, v.examples(['http://127.0.0.1:9'])),
      /** Null for the stored key, which is sent only to the address it was set for. */
      key: v.nullable(merchantKey),
      /** Also save them when they could not be tried because there is no connection. */
      evenOffline: v.pipe(v.boolean(), v.examples([false])),
    }),
    answers: answer<ConnectAnswer>(),
    who: 'manager',
  }),
  /** The key of the open environment. */
  'key:set': call({
    takes: v.strictObject({ key: merchantKey }),
    answers: answer<KeyStatus>(),
    who: 'manager',
  }),
  'key:clear': call({ takes: nothing, answers: answer<KeyStatus>(), who: 'manager' }),
  'connection:check': call({ takes: nothing, answers: answer<ConnectionCheck>() }),
  'connectivity:now': call({ takes: nothing, answers: answer<ConnectivityNow>() }),
  'practice:connect': call({
    takes: v.strictObject({ connected: v.boolean() }),
    answers: answer<null>(),
  }),

  'engine:status': call({ takes: nothing, answers: answer<EngineStatus>(), who: 'anyone' }),
  'engine:pause': call({
    takes: v.strictObject({ paused: v.boolean() }),
    answers: answer<EngineStatus>(),
  }),
  'engine:try-now': call({ takes: nothing, answers: answer<null>() }),

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

  'updates:status': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /** Checks for an update now, if there is a feed. */
  'updates:check': call({ takes: nothing, answers: answer<UpdateStatus>() }),
  /**
   * The application quits as soon as no attempt is in flight, and restarts as the new version. The page must have saved
   * before.
   */
  'updates:install': call({ takes: nothing, answers: answer<UpdateStatus>() }),
}
