import heicWorker from './photos/heic.worker.ts?worker&url'
import photoWorker from './photos/smaller-photo.worker.ts?worker&url'
import directoryWorker from './repositories/pharmacy.worker.ts?worker&url'

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypesFactory
  }
}

const addresses = {
  directory: new URL(directoryWorker, import.meta.url),
  heic: new URL(heicWorker, import.meta.url),
  photos: new URL(photoWorker, import.meta.url),
} as const
let policy: ReturnType<TrustedTypesFactory['createPolicy']> | null = null

// The only place where the page starts a script, limited to these URLs. A document may create the Trusted Types policy
// only once.
function trusted(address: string): string {
  const rules = {
    createScriptURL(asked: string): string {
      const isOwn = Object.values(addresses).some(
        ({ href, origin }) => asked === href && origin === location.origin,
      )
      if (isOwn) return asked
      throw new TypeError('Only the workers of this application may be started.')
    },
  }
  policy ??= window.trustedTypes?.createPolicy('own-workers', rules) ?? rules
  return policy.createScriptURL(address)
}

/** Starts one of the workers of this application. */
export function startWorker(name: keyof typeof addresses): Worker {
  return new Worker(trusted(addresses[name].href), { name, type: 'module' })
}
