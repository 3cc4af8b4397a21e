import { join } from 'node:path'
import { ServingProcess } from '../process-answer.ts'
import { InsurerCounts, type InsurerOrder } from './orders.ts'

/** A benchmark's handle on the insurer's process. */
export class Insurer extends ServingProcess<InsurerOrder, InsurerCounts> {
  url = ''

  static async start(): Promise<Insurer> {
    const insurer = new Insurer(join(import.meta.dirname, 'insurer-process.ts'), InsurerCounts)
    const { port } = await insurer.order({ order: 'count' })
    insurer.url = `http://127.0.0.1:${port}`
    return insurer
  }
}
