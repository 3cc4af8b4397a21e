import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { RequestInput } from '#shared/contract/calls.ts'
import type { Failure } from '#shared/failure.ts'
import type { LineUse } from '#shared/line-use.ts'
import type { NetworkStatus } from '#shared/network.ts'
import type { Result } from '#shared/result.ts'
import { askMain } from '#renderer/data/ask-main.ts'

/** How this computer reaches the insurer; the name and password for the proxy can be set, never read. */
export const useNetwork = defineStore('network', () => {
  const status = shallowRef<NetworkStatus | null>(null)

  function taken(result: Result<NetworkStatus, Failure>): Result<NetworkStatus, Failure> {
    if (result.ok) status.value = result.value
    return result
  }

  /** Asks main for the way as it is now. */
  async function read(): Promise<Result<NetworkStatus, Failure>> {
    return taken(await askMain('network:status'))
  }

  /** Sets the name and password for one proxy; the connection is tried again at once. */
  async function setLogin(
    login: RequestInput<'network:set-proxy-login'>,
  ): Promise<Result<NetworkStatus, Failure>> {
    return taken(await askMain('network:set-proxy-login', login))
  }

  async function clearLogin(): Promise<Result<NetworkStatus, Failure>> {
    return taken(await askMain('network:clear-proxy-login'))
  }

  /** Bytes that went over the line, by purpose. */
  function use(): Promise<Result<LineUse, Failure>> {
    return askMain('network:use')
  }

  return { status, read, setLogin, clearLogin, use }
})
