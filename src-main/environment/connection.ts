import { join } from 'node:path'
import type { Environment } from '#shared/domain/product.ts'
import type { Hold } from '#shared/outbox/hold.ts'
import type { Settings } from '#shared/settings.ts'
import { createMerchantApi, type MerchantApi, type MerchantApiOptions } from '../api/merchant-api.ts'
import type { PracticeOptions, PracticeServer, startPracticeServer } from '../practice/practice-server.ts'
import type { KeyVault } from '../keys/key-vault.ts'

/** The way to an environment's API; practice brings its server along. */
export interface EnvironmentConnection {
  readonly api: MerchantApi
  readonly practice: PracticeServer | null
  /** Why nothing can be sent at all: the practice server did not start. */
  readonly hold: Extract<Hold, { type: 'practice-unavailable' }> | null
  close(): Promise<void>
}

export interface ConnectionOptions {
  readonly environment: Environment
  readonly folder: string
  readonly settings: Settings
  /** Whether the practice server may use its file: not beside a file of a newer version. */
  readonly mayWrite: boolean
  readonly vault: KeyVault
  /** Told what each exchange showed of the connection. */
  readonly onContact: NonNullable<MerchantApiOptions['onContact']>
  /** Told the cause of trouble and the server's clock. */
  readonly onSighting: NonNullable<MerchantApiOptions['onSighting']>
}

/** Opens the way to the environment's API. Nothing is sent yet. */
export async function openConnection(options: ConnectionOptions): Promise<EnvironmentConnection> {
  const { environment, settings, vault, onContact, onSighting } = options
  const readKey = (): Promise<string | null> => vault.read(environment)
  if (environment !== 'practice') {
    const api = createMerchantApi({ baseUrl: settings.baseUrls[environment], readKey, onContact, onSighting })
    return { api, practice: null, hold: null, close: () => api.close() }
  }
  const started = options.mayWrite
    ? await startPractice({
        file: join(options.folder, 'practice.sqlite'),
        port: settings.practicePort,
      })
    : null
  const practice = started?.ok === true ? started.value : null
  // Port 9 is "discard": nothing listens there, and the hold keeps everything back anyway.
  const api = createMerchantApi({
    baseUrl: practice?.url ?? 'http://127.0.0.1:9',
    readKey,
    onContact,
    onSighting,
  })
  const port = started?.ok === false && 'port' in started.error ? started.error.port : settings.practicePort
  return {
    api,
    practice,
    hold: practice === null ? { type: 'practice-unavailable', port } : null,
    async close() {
      await api.close()
      await practice?.close()
    },
  }
}

// What an office in earnest never uses is not read there.
async function startPractice(options: PracticeOptions): ReturnType<typeof startPracticeServer> {
  const practice = await import('../practice/practice-server.ts')
  return await practice.startPracticeServer(options)
}
