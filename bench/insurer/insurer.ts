import { join } from 'node:path'
import { ServingProcess } from '../process-answer.ts'
import type { LineState } from '../far-line/far-server.ts'
import { InsurerCounts, type InsurerOrder } from './orders.ts'

export type FarState = LineState & Omit<InsurerCounts, 'far'>

/** A benchmark's handle on the insurer's process. */
export class Insurer extends ServingProcess<InsurerOrder, InsurerCounts> {
  url = ''

  static async start(): Promise<Insurer> {
    const insurer = new Insurer(join(import.meta.dirname, 'insurer-process.ts'), InsurerCounts)
    const { port } = await insurer.order({ order: 'count' })
    insurer.url = `http://127.0.0.1:${port}`
    return insurer
  }

  /** What its server behind a line saw. @param line the line to be made before; without one, that there is */
  async far(line?: {
    readonly roundTripMs: number
    readonly bytesPerSecond: number | null
  }): Promise<FarState> {
    const { far, ...counts } = await this.order(
      line === undefined ? { order: 'count' } : { order: 'line', ...line },
    )
    if (far === null) throw new Error('No line was ordered.')
    return { ...far, ...counts }
  }
}
