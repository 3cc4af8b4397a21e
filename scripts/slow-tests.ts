/**
 * Unit tests that `npm test` and `npm run check` leave out, and `npm run test:all` runs: they start processes, fill
 * disks, collect garbage, and wait for that.
 */
export const slowTests = [
  'proofs/{disk,fleet,following,head-office,outbox-kills,proxies,set-up,stores,wire}/**',
  'proofs/answers/{bounded-*,claim-list-memory,reading-time}.test.ts',
  'proofs/backups/backup-memory.test.ts',
  'proofs/histories/weaker-engines.test.ts',
  'scripts/{electron-runtime,launch,supply-chain,computers/computers,head-office/one-file,start/start}.test.ts',
  '**/schema-versions.test.ts',
  '**/rebuild.test.ts',
]
