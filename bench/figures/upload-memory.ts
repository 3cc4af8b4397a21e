import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { answerOfProcess } from '../process-answer.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { farStore, Uploaded, type UploadOrder } from '../uploads/orders.ts'
import { UploadRig } from '../uploads/upload-rig.ts'

const files = 20
const fileBytes = 20_000_000
const claims = files / attachmentFields.length

const uploadedBy = (order: UploadOrder): Promise<Uploaded> =>
  answerOfProcess(join(import.meta.dirname, '../uploads/uploader-process.ts'), order, Uploaded)

async function measure({ runs, folder }: Surroundings): Promise<Outcome> {
  const store = farStore()
  try {
    const { url, certificate } = await store.order({ order: 'line', line: null })
    const waiting = join(folder, 'waiting')
    await fill(waiting)
    const seen: Uploaded[] = []
    for (let run = 0; run < runs; run += 1) {
      const own = join(folder, `run-${run}`)
      await cp(waiting, own, { recursive: true })
      seen.push(await uploadedBy({ folder: own, url, certificate, claims }))
      await rm(own, { recursive: true })
    }
    const { stored } = await store.order({ order: 'count' })
    if (stored !== runs * files * fileBytes) throw new Error(`${stored} bytes arrived.`)
    return {
      lines: [
        {
          what: `memory while ${files} files of ${fileBytes / 1_000_000} MB are uploaded, beyond the start’s`,
          against: '',
          unit: 'MB',
          goal: { bound: 'at most', value: 48, judged: 'worst' },
          runs: seen.map(({ grownMb }) => grownMb),
        },
      ],
      notes: [
        `${numberText(median(seen.map(({ tookMs }) => tookMs)) / 1000)} s for ${(files * fileBytes) / 1_000_000} MB to a store on this computer, over TLS; each run in a fresh process.`,
      ],
    }
  } finally {
    await store.end()
  }
}

async function fill(folder: string): Promise<void> {
  await mkdir(folder)
  const rig = new UploadRig(folder)
  for (let claim = 0; claim < claims; claim += 1) await rig.accept(fileBytes)
  await rig.close()
}

/** What uploading holds in memory, however much waits. */
export const figure: Figure = {
  name: 'upload-memory',
  title: 'Memory of uploading large files',
  needsBuild: false,
  measure,
}
