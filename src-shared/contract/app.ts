import * as v from 'valibot'
import type { ConnectivityNow } from '../connectivity.ts'
import { BaseUrlSchema } from '../base-url.ts'
import { remoteEnvironments } from '../domain/product.ts'
import type { EngineStatus } from '../outbox/hold.ts'
import { ownSettings, SettingsPatchSchema } from '../settings.ts'
import type { AppStatus, ConnectAnswer, ConnectionCheck, KeyStatus } from './app-status.ts'
import { nothing } from './arguments.ts'
import { answer, call } from './call.ts'

const merchantKey = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(4096),
  v.regex(/^[\x21-\x7e]+$/),
  v.examples(['made-up-key']),
)

/** The application as a whole: settings, environment, keys, connection, delivery. */
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
}
