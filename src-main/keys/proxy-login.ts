import { join } from 'node:path'
import * as v from 'valibot'
import type { ProxyLoginStatus } from '#shared/network.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { ok, type Result } from '#shared/result.ts'
import { readText, removeFile, writeDurably, type FileFailure } from '../platform/durable-file.ts'
import { foundOnce } from './found-once.ts'
import type { ProtectionSource } from './protection.ts'
import { openWithSystem, sealWithSystem } from './system-seal.ts'

/** A name and password, and the one proxy they are for. */
export interface KeptProxyLogin {
  /** The proxy's origin, with its port. */
  readonly proxy: string
  readonly name: string
  readonly password: string
}

/** The name and password for the office's proxy. Like the merchant's key, they are on disk only when sealed. */
export interface ProxyLoginVault {
  status(): Promise<ProxyLoginStatus>
  /** Replaces them. Where the system offers no protection, they stay in memory until the application quits. */
  set(login: KeptProxyLogin): Promise<Result<ProxyLoginStatus, FileFailure>>
  clear(): Promise<Result<ProxyLoginStatus, FileFailure>>
  /** Those for exactly this proxy; null for none. Only main may call it. */
  read(proxy: string): Promise<KeptProxyLogin | null>
}

/** The proxy stands in the open too: so that its name can be shown while the sealed part cannot be opened. */
const FileSchema = v.object({
  version: v.literal(1),
  proxy: v.string(),
  sealed: v.nullable(v.pipe(v.string(), v.base64())),
})
const LoginSchema = v.object({ proxy: v.string(), name: v.string(), password: v.string() })

type Held =
  | { readonly type: 'none' }
  | { readonly type: 'kept' | 'session-only'; readonly login: KeptProxyLogin }
  | { readonly type: 'forgotten' | 'unreadable'; readonly proxy: string | null }

/** Creates the vault on `<folder>/keys/proxy.json`; it touches neither disk nor keyring until it is used. */
export function createProxyLoginVault(
  options: ProtectionSource & { readonly folder: string },
): ProxyLoginVault {
  const inTurn = oneAtATime()
  const file = join(options.folder, 'keys', 'proxy.json')
  const known = foundOnce<Held>(() => open(options, file))

  async function keep(login: KeptProxyLogin): Promise<Result<ProxyLoginStatus, FileFailure>> {
    const sealed = await sealWithSystem(options, JSON.stringify(login))
    const content = { version: 1, proxy: login.proxy, sealed: sealed.ok ? sealed.value : null }
    const written = await writeDurably(file, `${JSON.stringify(content)}\n`)
    if (!written.ok) return written
    const held: Held = { type: sealed.ok ? 'kept' : 'session-only', login }
    known.set(held)
    return ok(statusOf(held))
  }

  async function forget(): Promise<Result<ProxyLoginStatus, FileFailure>> {
    const removed = await removeFile(file, { asides: true })
    if (!removed.ok) return removed
    known.set({ type: 'none' })
    return ok(statusOf({ type: 'none' }))
  }

  return {
    status: async () => statusOf(await inTurn(known.get)),
    set: (login) => inTurn(() => keep(login)),
    clear: () => inTurn(forget),
    async read(proxy) {
      const found = await inTurn(known.get)
      return 'login' in found && found.login.proxy === proxy ? found.login : null
    },
  }
}

function statusOf(held: Held): ProxyLoginStatus {
  if (held.type === 'none') return { type: 'none', proxy: null }
  return { type: held.type, proxy: 'login' in held ? held.login.proxy : held.proxy }
}

async function open(source: ProtectionSource, file: string): Promise<Held> {
  const text = await readText(file)
  if (!text.ok) return { type: 'unreadable', proxy: null }
  if (text.value === null) return { type: 'none' }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text.value)
  if (!parsed.success) return { type: 'unreadable', proxy: null }
  const { proxy, sealed } = parsed.output
  if (sealed === null) return { type: 'forgotten', proxy }
  const opened = await openWithSystem(source, sealed)
  const login = opened.ok
    ? v.safeParse(v.pipe(v.string(), v.parseJson(), LoginSchema), opened.value.text)
    : null
  if (!opened.ok || login?.success !== true) return { type: 'unreadable', proxy }
  // The sealed proxy counts, not the one beside it that anyone could have changed.
  const { resealed } = opened.value
  if (resealed !== null) {
    await writeDurably(
      file,
      `${JSON.stringify({ version: 1, proxy: login.output.proxy, sealed: resealed })}\n`,
    )
  }
  return { type: 'kept', login: login.output }
}
