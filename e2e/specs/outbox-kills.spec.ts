import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { claimSubmission } from '#main/outbox/model/made-up.ts'
import { samplePolicies, type PracticeServer } from '#main/practice/practice-server.ts'
import { newBranchReference } from '#shared/domain/identifier.ts'
import type { Submission } from '#shared/outbox/entry.ts'
import { projectRoot } from '../../scripts/project-root.ts'
import { expect, test } from '../support/fixtures.ts'

/** `CLAIMS_DESK_KILLS` asks for more than the everyday size. */
const kills = Number(process.env['CLAIMS_DESK_KILLS'] ?? 60)
const policies = samplePolicies('keke')

function submission(n: number): Submission {
  const policyNumber = policies[n % policies.length] ?? ''
  // Every third one goes without a reference, and is told apart by its fields.
  const branchReference = n % 3 === 0 ? null : newBranchReference()
  return claimSubmission({ policyNumber, claimantIdentification: `TEST-${n}` }, { branchReference })
}

function start(file: string, server: PracticeServer): ChildProcess {
  const program = join(projectRoot, 'e2e/support/outbox-process.ts')
  return fork(program, [file, server.url, server.key], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** The state names in the file, by id; the file is read after its process is dead. */
function statesIn(file: string): Map<string, string> {
  using database = new DatabaseSync(file)
  const rows = database.prepare('SELECT id, state FROM entry').all()
  return new Map(rows.map((row) => [String(row['id']), String(row['state'])]))
}

test('killed at any moment, the outbox loses nothing it accepted and sends nothing twice', async ({
  dataDir,
  server,
}) => {
  test.setTimeout(60_000 + kills * 3_000)
  const file = join(dataDir, 'outbox.sqlite')
  const accepted: string[] = []
  let submitted = 0
  // Answers take a moment, so that many kills meet an open attempt; some answers never come.
  server.faults.set('create-keke-claim', { type: 'latency', ms: 15 })

  for (let kill = 0; kill < kills; kill += 1) {
    const child = start(file, server)
    child.on('message', (message) => {
      if (typeof message === 'object' && 'accepted' in message) accepted.push(String(message.accepted))
      // Another one follows at once: the officer's script writes as fast as the disk.
      if (!child.killed) child.send(submission((submitted += 1)), () => undefined)
    })
    await once(child, 'message')
    const ended = once(child, 'exit')
    // A moment between the start and a few deliveries; the spread, not a wait, is the point.
    setTimeout(() => child.kill('SIGKILL'), Math.random() * 400)
    await ended
  }

  const states = statesIn(file)
  const lost = accepted.filter((id) => !states.has(id))
  const rows = server.claims('keke').filter((row) => row.means_of_claimant_identification.startsWith('TEST-'))
  const perEntry = Map.groupBy(rows, (row) => row.means_of_claimant_identification)
  const twice = [...perEntry.values()].filter((same) => same.length > 1)
  const received = [...states.values()].filter((state) => state === 'delivered').length
  console.log(
    `${kills} kills: ${accepted.length} accepted, ${received} received, ${rows.length} at the insurer, ` +
      `${lost.length} lost, ${twice.length} twice`,
  )
  expect(lost).toEqual([])
  expect(twice).toEqual([])
  expect(received).toBeGreaterThan(0)
  expect(rows.length).toBeGreaterThanOrEqual(received)
})
