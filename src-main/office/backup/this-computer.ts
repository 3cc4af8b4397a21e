import { join } from 'node:path'
import * as v from 'valibot'
import { ComputerNumberSchema, newComputerNumber } from '#shared/domain/computer-number.ts'
import { environments, type Environment } from '#shared/domain/product.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'
import type { BackupContent } from './backup-content.ts'
import { StopSchema, type Stop } from './backup-ledger.ts'

const RecordSchema = v.object({
  number: ComputerNumberSchema,
  /** The computers that stopped for this one, and whose work continued here, by the id of their stop. */
  continued: v.array(v.string()),
  /** The environments in which it stopped sending. Also kept here, because a failing disk may take the outbox. */
  stopped: v.record(v.picklist(environments), StopSchema),
})
export type ComputerRecord = Readonly<v.InferOutput<typeof RecordSchema>>

/** Whether what a backup holds goes on here by itself: its computer stopped for this one, and it is the first time. */
export function continuesHere({ stop }: Pick<BackupContent, 'stop'>, own: ComputerRecord): boolean {
  return stop !== null && stop.to === own.number && !own.continued.includes(stop.id)
}

/**
 * The one identifier of this computer, what it continued, and where it stopped, in `<data folder>/computer.json`. One file, which outlives
 * each outbox: who loses what was continued loses the number too, so that nothing continues twice. The number is random:
 * it says nothing about the computer.
 */
export class ThisComputer {
  readonly #file: string
  readonly #inTurn = oneAtATime()

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'computer.json')
  }

  /** Null while the disk cannot keep it: another number each time would leave a file each time. */
  read(): Promise<ComputerRecord | null> {
    return this.#inTurn(() => this.#read())
  }

  /** Notes what continues here from now on. @returns whether the disk has it. */
  continue(stopId: string): Promise<boolean> {
    return this.#change(({ continued }) => ({ continued: [...continued, stopId] }))
  }

  /** Takes that back, where nothing of it came. */
  continueNot(stopId: string): Promise<boolean> {
    return this.#change(({ continued }) => ({ continued: continued.filter((id) => id !== stopId) }))
  }

  /** Notes that it stopped sending in an environment. @returns whether the disk has it. */
  stop(environment: Environment, stop: Stop): Promise<boolean> {
    return this.#change(({ stopped }) => ({ stopped: { ...stopped, [environment]: stop } }))
  }

  #change(part: (known: ComputerRecord) => Partial<ComputerRecord>): Promise<boolean> {
    return this.#inTurn(async () => {
      const known = await this.#read()
      return known !== null && (await this.#write({ ...known, ...part(known) }))
    })
  }

  async #read(): Promise<ComputerRecord | null> {
    const text = await readText(this.#file)
    if (!text.ok) return null
    const found = v.safeParse(v.pipe(v.string(), v.parseJson(), RecordSchema), text.value)
    if (found.success) return found.output
    const made = { number: newComputerNumber(), continued: [], stopped: {} }
    return (await this.#write(made)) ? made : null
  }

  async #write(record: ComputerRecord): Promise<boolean> {
    const written = await writeDurably(this.#file, `${JSON.stringify(record)}\n`)
    return written.ok
  }
}
