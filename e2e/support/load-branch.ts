import { startTestInsurer, type TestInsurer } from '#proofs/insurer/test-insurer.ts'
import { badLine, overLine } from './wire/lossy-link.ts'
import { TcpProxy } from './wire/tcp-proxy.ts'
import { seeded } from './wire/wire-case.ts'

/** An insurer of one branch's own, at the other end of a bad line. */
export interface LoadBranch {
  readonly server: TestInsurer
  readonly proxy: TcpProxy
  /** How many claims of our load it holds, by their claimant. */
  held(): ReadonlyMap<string, number>
  close(): Promise<void>
}

/** @param open whether the line is up from the start. */
export async function openLoadBranch(seed: number, open: boolean): Promise<LoadBranch> {
  const started = await startTestInsurer({ file: ':memory:', pharmacyCount: 20 })
  if (!started.ok) throw new Error(`The practice server did not start: ${started.error.type}`)
  const server = started.value
  const proxy = await TcpProxy.start(server.port, overLine(badLine, seeded(seed)), { open })
  return {
    server,
    proxy,
    held() {
      const counts = new Map<string, number>()
      for (const row of [...server.claims('keke'), ...server.claims('okada')]) {
        const claimant = row.means_of_claimant_identification
        if (claimant.startsWith('LOAD-')) counts.set(claimant, (counts.get(claimant) ?? 0) + 1)
      }
      return counts
    },
    async close() {
      proxy.refuse()
      await server.close()
    },
  }
}
