type Runner = 'unit' | 'e2e' | 'script'
/** What is run, by who runs it. */
export type Proof = Partial<Record<Runner, readonly string[]>>

/** The proofs of docs/reliability.md, and what else runs long, by name. */
export const proofs: Readonly<Record<string, Proof>> = {
  'outbox-kills': { unit: ['proofs/outbox-kills'] },
  'app-kills': { e2e: ['app-kills'] },
  attachments: { unit: ['proofs/attachments'] },
  histories: { unit: ['proofs/histories/history.test.ts', 'proofs/histories/weaker-engines.test.ts'] },
  'set-up': { unit: ['proofs/set-up'] },
  fleet: { unit: ['proofs/fleet/fleet.test.ts'] },
  'ten-computers': { unit: ['proofs/head-office'] },
  disk: { unit: ['proofs/disk'] },
  backups: { unit: ['proofs/backups/backup-histories.test.ts'] },
  'wire-faults': { unit: ['proofs/wire'] },
  'stale-sockets': { e2e: ['stale-sockets'] },
  'fuzzed-answers': { unit: ['proofs/answers'] },
  'ipc-payloads': { unit: ['proofs/requests/fuzzed-requests.test.ts'] },
  signatures: { unit: ['proofs/stores/signatures.test.ts'] },
  longer: { e2e: ['--grep=@longer'] },
  'claim-lists': { e2e: ['claims.spec'] },
  'mutation-score': { script: ['mutation'] },
}
