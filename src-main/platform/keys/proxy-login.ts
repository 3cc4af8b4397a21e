import { join } from 'node:path'
import * as v from 'valibot'
import type { ProxyLoginStatus } from '#shared/network.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import type { FileFailure } from '#main/platform/durable-file.ts'
import { createSecretFile, type SecretsPlace } from './secret-file.ts'

/** A name and password, and the one proxy they are for. */
export interface KeptProxyLogin {
  /** The proxy's origin, with its port. */
  readonly proxy: string
  readonly name: string
  readonly password: string
}

export type ProxyLoginVault = ReturnType<typeof createProxyLoginVault>

/**
 * The name and password for the office's proxy, in `<folder>/keys/proxy.json`. Like the merchant's key, they are on disk
 * only when sealed; disk and keyring are not touched until it is used.
 */
export function createProxyLoginVault({ folder, secretsKey }: SecretsPlace) {
  const inTurn = oneAtATime()
  const file = createSecretFile({
    path: join(folder, 'keys', 'proxy.json'),
    purpose: 'proxy-login',
    schema: v.strictObject({ name: v.string(), password: v.string() }),
    key: secretsKey,
  })
  return {
    async status(): Promise<ProxyLoginStatus> {
      const found = await inTurn(() => file.get())
      return found.type === 'none' ? { type: 'none', proxy: null } : { type: found.type, proxy: found.about }
    },
    /** Replaces them. Where the system offers no protection, they stay in memory until the application quits. */
    async set({ proxy, name, password }: KeptProxyLogin): Promise<Result<ProxyLoginStatus, FileFailure>> {
      const set = await inTurn(() => file.set({ name, password }, proxy))
      return set.ok ? ok({ type: set.value, proxy }) : set
    },
    async clear(): Promise<Result<ProxyLoginStatus, FileFailure>> {
      const forgotten = await inTurn(() => file.forget({ asides: true }))
      return forgotten.ok ? ok({ type: 'none', proxy: null }) : forgotten
    },
    /** Those for exactly this proxy; null for none. Only main may call it. */
    async read(proxy: string): Promise<KeptProxyLogin | null> {
      const found = await inTurn(() => file.get())
      return 'value' in found && found.about === proxy ? { proxy, ...found.value } : null
    },
  }
}
