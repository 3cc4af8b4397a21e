import * as v from 'valibot'
import { createMerchantApi } from '#main/api/merchant-api.ts'
import { createRowProtection } from '#main/environment/row-sealing.ts'
import { createEngineMemory } from '#main/outbox/engine-memory.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'
import { createOutbox, type Outbox } from '#main/outbox/outbox.ts'
import { Engine } from '#main/delivery/engine.ts'
import { isReceived } from '#shared/outbox/predicates.ts'
import { mostSideBySide } from '#main/delivery/engine-options.ts'
import { fastClock } from './fast-clock.ts'
import { branchSubmission } from './load-entries.ts'
import { LoadOrders, type LoadNewsItem, type LoadOrder, type Memory } from './load-messages.ts'

/*
 * The applications of several branches in a process of their own, so that its memory is theirs alone: each with its outbox
 * file, engine and API client. Started with --expose-gc.
 */
interface Branch {
  readonly outbox: Outbox
  readonly engine: Engine
  accepted: number
}

const branches: Branch[] = []

function send(news: LoadNewsItem): void {
  process.send?.(news)
}

function open(order: Extract<LoadOrder, { order: 'open' }>): void {
  for (const [index, { file, url }] of order.branches.entries()) {
    const opened = openOutboxFile(file, new Date())
    if (!opened.ok) throw new Error('The outbox file does not open.')
    const { database } = opened.value
    const protection = createRowProtection({ bytes: new Uint8Array(32).fill(7) })
    const outbox = createOutbox(database, protection)
    const received = new Set<string>()
    const engine = new Engine({
      outbox,
      memory: createEngineMemory(database),
      api: createMerchantApi({ baseUrl: url, readKey: () => Promise.resolve(order.key) }),
      clock: fastClock(order.speed),
      random: Math.random,
      hasKey: () => Promise.resolve(true),
      sideBySide: () => mostSideBySide,
      onEntries: (changed) => {
        for (const { id, body, state } of changed) {
          if (body.kind !== 'claim' || !isReceived(state) || received.has(id)) continue
          received.add(id)
          const { accepted } = branches[index] ?? { accepted: 0 }
          const known = received.size + [...outbox.undelivered()].length
          const claimant = body.claim.claimantIdentification
          send({ news: 'received', branch: index, product: body.product, claimant, accepted, known })
        }
      },
      onStatus: () => undefined,
    })
    branches.push({ outbox, engine, accepted: 0 })
    engine.start()
    engine.networkChanged(false)
  }
}

function queue(entriesPerBranch: number): void {
  for (const [index, branch] of branches.entries()) {
    for (let n = 0; n < entriesPerBranch; n += 1) {
      const kept = branch.outbox.accept(branchSubmission(index, n), new Date().toISOString())
      if (!kept.ok) throw new Error(`Not accepted: ${kept.error.type}`)
      branch.accepted += 1
    }
    branch.engine.nudge()
  }
}

function memory(): Memory {
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heapUsed }
}

function carryOut(order: LoadOrder): void {
  switch (order.order) {
    case 'open':
      open(order)
      break
    case 'queue':
      queue(order.entriesPerBranch)
      break
    case 'go-online':
      for (const { engine } of branches) engine.networkChanged(true)
      break
    case 'measure':
      break
  }
  send({ news: 'done', memory: memory() })
}

process.on('message', (message) => carryOut(v.parse(LoadOrders, message)))
