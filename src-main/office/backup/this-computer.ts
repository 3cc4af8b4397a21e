import { join } from 'node:path'
import * as v from 'valibot'
import { ComputerNumberSchema, newComputerNumber } from '#shared/domain/computer-number.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { readText, writeDurably } from '#main/platform/durable-file.ts'

const RecordSchema = v.pipe(v.string(), v.parseJson(), v.object({ number: ComputerNumberSchema }))

/**
 * The one identifier of this computer, in `<data folder>/computer.json`, which outlives each outbox. It is random: it
 * says nothing about the computer.
 */
export class ThisComputer {
  readonly #file: string
  readonly #inTurn = oneAtATime()

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'computer.json')
  }

  /** Null while the disk cannot keep it: another number each time would leave a file each time. */
  number(): Promise<string | null> {
    return this.#inTurn(async () => {
      const text = await readText(this.#file)
      if (!text.ok) return null
      const found = v.safeParse(RecordSchema, text.value)
      if (found.success) return found.output.number
      const number = newComputerNumber()
      const written = await writeDurably(this.#file, `${JSON.stringify({ number })}\n`)
      return written.ok ? number : null
    })
  }
}
