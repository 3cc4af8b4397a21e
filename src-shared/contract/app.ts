import * as v from 'valibot'
import type { ConnectivityNow } from '../connectivity.ts'
import { BaseUrlSchema } from '../base-url.ts'
import { remoteEnvironments } from '../domain/product.ts'
import type { ShownEngine } from '../outbox/hold.ts'
import { ownSettings, SettingsPatchSchema } from '../settings.ts'
import type { AppStatus, ConnectAnswer, ConnectionCheck } from './app-status.ts'
import { nothing, answer, call } from './call.ts'
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

/**
 * The application as a whole: settings, environment, keys, connection, way to the insurer, delivery, updates. What a call
 * changes is announced before it is answered, so that the page never shows an old state.
 */
export const appCalls = {
  'app:status': call(nothing, answer<AppStatus>(), 'anyone'),
  'app:storage-retry': call(nothing, answer<null>(), 'anyone'),
  'settings:change': call(SettingsPatchSchema, answer<null>(), { ownFields: ownSettings }),

  /** Tries address and key, and opens the environment with them if they work. Otherwise nothing changes. */
  'environment:connect': call(
    v.strictObject({
      environment: v.picklist(remoteEnvironments),
      // In tests nothing listens there.
      baseUrl: v.pipe(BaseUrlSchema, v.examples(['http://127.0.0.1:9'])),
      /** Null for the stored key, which is sent only to the address it was set for. */
      key: v.nullable(merchantKey),
      /** Also save them when they could not be tried because there is no connection. */
      evenOffline: v.pipe(v.boolean(), v.examples([false])),
    }),
    answer<ConnectAnswer>(),
    'manager',
  ),
  /** The key of the open environment. */
  'key:set': call(v.strictObject({ key: merchantKey }), answer<null>(), 'manager'),
  'key:clear': call(nothing, answer<null>(), 'manager'),
  'connection:check': call(nothing, answer<ConnectionCheck>()),
  'connectivity:now': call(nothing, answer<ConnectivityNow>()),
  'practice:connect': call(v.strictObject({ connected: v.boolean() }), answer<null>()),

  'engine:status': call(nothing, answer<ShownEngine>(), 'anyone'),
  'engine:pause': call(v.strictObject({ paused: v.boolean() }), answer<ShownEngine>()),
  'engine:try-now': call(nothing, answer<null>()),

  'network:status': call(nothing, answer<NetworkStatus>()),
  /** The name and password for one proxy; nothing returns them. */
  'network:set-proxy-login': call(
    v.strictObject({
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
    answer<NetworkStatus>(),
    'manager',
  ),
  'network:clear-proxy-login': call(nothing, answer<NetworkStatus>(), 'manager'),

  'updates:status': call(nothing, answer<UpdateStatus>()),
  /** Checks for an update now, if there is a feed. */
  'updates:check': call(nothing, answer<UpdateStatus>()),
  /**
   * The application quits as soon as no attempt is in flight, and restarts as the new version. The page must have saved
   * before.
   */
  'updates:install': call(nothing, answer<UpdateStatus>()),
}
