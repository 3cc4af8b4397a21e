import { createHash, randomBytes } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { alternately } from '../alternately.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { median, numberText } from '../statistics.ts'
import { createSigner } from '#main/file-store/signing.ts'
import type { FileStore } from '#shared/domain/file-store.ts'
import { testAccessKey, testStoreAt } from '#testing/insurer/test-insurer.ts'
import { Insurer } from '../insurer/insurer.ts'
import { UploadRig } from '../uploads/upload-rig.ts'

const roundTripMs = 250
const bytesPerSecond = 40_000
/** A photo once it was made smaller. */
const photoBytes = 250_000
/** As many as the uploader sends at once. */
const sideBySide = 2

/** Puts bodies with bare undici over connections of its own, so many at once. @returns milliseconds of all of it */
async function barePuts(store: FileStore, files: readonly Buffer[], sideBySide: number): Promise<number> {
  const dispatcher = new Agent({ connections: sideBySide, pipelining: 1, allowH2: false })
  const signer = createSigner(store.region, testAccessKey)
  const queue = files.values()
  const startedMs = performance.now()
  const lane = async (): Promise<void> => {
    for (const body of queue) {
      const url = `${store.endpoint}/${store.bucket}/bare/${randomBytes(16).toString('hex')}.jpg`
      const sha256 = createHash('sha256').update(body).digest('hex')
      const signed = signer.headers({ method: 'PUT', url, sha256, at: new Date() })
      const headers = { 'content-type': 'image/jpeg', ...signed }
      const { statusCode, body: answer } = await request(url, { method: 'PUT', headers, body, dispatcher })
      await answer.dump()
      if (statusCode !== 200) throw new Error(`Not stored: ${statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, lane))
  const tookMs = performance.now() - startedMs
  await dispatcher.close()
  return tookMs
}

async function measure({ runs, folder }: Surroundings): Promise<Outcome> {
  const insurer = await Insurer.start()
  const rig = new UploadRig(folder)
  try {
    const { url, certificate } = await insurer.far({ roundTripMs, bytesPerSecond })
    const store = testStoreAt(url)
    setDefaultCACertificates([...getCACertificates('bundled'), certificate])
    let photos: readonly Buffer[] = []
    const pairs = await alternately(runs, {
      subject: async () => {
        photos = await rig.accept(photoBytes)
        return await rig.upload(store)
      },
      raw: async () => {
        if (photos.length === 0) photos = attachmentFields.map(() => Buffer.alloc(photoBytes, 1))
        return await barePuts(store, photos, sideBySide)
      },
    })
    const seen = await insurer.far()
    const seconds = (side: 'subject' | 'raw'): string =>
      numberText(median(pairs.map((pair) => pair[side])) / 1000)
    const ideal = (photos.length * photoBytes) / bytesPerSecond
    return {
      lines: [
        {
          what: `pace of four photos of ${photoBytes / 1000} kB until their links are in the claim, TLS, ${roundTripMs} ms, ${bytesPerSecond / 1000} kB/s`,
          against: `bare \`undici.request\` PUTs of as many bytes, ${sideBySide} at once`,
          unit: '×',
          goal: { bound: 'at least', value: 0.95 },
          runs: pairs.map(({ subject, raw }) => raw / subject),
        },
      ],
      notes: [
        `${seconds('subject')} s for a claim (bare ${seconds('raw')} s, the bytes alone ${numberText(ideal)} s); ${seen.puts} PUTs of both sides, ${seen.looks} HEADs and links of ours.`,
      ],
    }
  } finally {
    await rig.close()
    await insurer.end()
  }
}

/** What proving uploads costs on a line that is far and narrow. */
export const figure: Figure = {
  name: 'uploads',
  title: 'Uploading photos over a far line',
  needsBuild: false,
  measure,
}
