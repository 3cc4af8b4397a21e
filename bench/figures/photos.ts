import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { createMerchantApi } from '#main/api/merchant-api.ts'
import { attachmentFields } from '#shared/domain/attachment.ts'
import { photoLimits as limits } from '#renderer/data/photos/photo-messages.ts'
import { address, openBrowser, serveFolder } from '../browser.ts'
import { FarInsurer } from '../far-line/far-insurer.ts'
import type { Figure, Outcome, Surroundings } from '../figure.ts'
import { buildPageScript } from '../page-bundle.ts'
import { MadePhotoSchema, type MadePhoto, type Scene } from '../photos/made-photo.ts'
import { median, numberText } from '../statistics.ts'
import { FarStore } from '../uploads/far-store.ts'
import { UploadRig } from '../uploads/upload-rig.ts'

/** Weighs and shrinks as one that was measured: 2.63 MB, and 0.2 MB at 1,600 pixels. */
const usual: Scene = { leaves: 2_500, smallestRadius: 30, softness: 3, noise: 3.4 }
/** As many bytes, and fine edges everywhere. */
const detailed: Scene = { leaves: 6_000, smallestRadius: 12, softness: 2, noise: 3 }

/** One claim with its four photos. */
interface Sent {
  readonly photos: readonly MadePhoto[]
  /** From this computer to the file store, and to the insurer. */
  readonly toStore: number
  readonly toInsurer: number
}

/** The photos of one run after the other: each has one that no run before it had. */
async function* photosOfRuns(page: Page, scene: Scene): AsyncGenerator<readonly MadePhoto[]> {
  const photos: MadePhoto[] = []
  for (;;) {
    const one: unknown = await page.evaluate(`makePhoto(${JSON.stringify(scene)}, ${JSON.stringify(limits)})`)
    photos.push(v.parse(MadePhotoSchema, one))
    if (photos.length >= attachmentFields.length) yield photos.slice(-attachmentFields.length)
  }
}

interface Place {
  readonly url: string
  readonly certificate: string
}

// One at a time: of two certificates for the same name only the first would be believed.
const believe = ({ certificate }: Place): void =>
  setDefaultCACertificates([...getCACertificates('bundled'), certificate])

/** Where claims go, and the bytes on the way there. */
class Line {
  readonly #store: FarStore
  readonly #insurer: FarInsurer
  readonly #rig: UploadRig
  readonly #places: { readonly store: Place; readonly insurer: Place }

  private constructor(
    store: FarStore,
    insurer: FarInsurer,
    rig: UploadRig,
    places: { readonly store: Place; readonly insurer: Place },
  ) {
    this.#store = store
    this.#insurer = insurer
    this.#rig = rig
    this.#places = places
  }

  static async open(folder: string): Promise<Line> {
    const [store, insurer] = await Promise.all([FarStore.start(), FarInsurer.start()])
    const atStore = await store.order({ order: 'line', line: null })
    const atInsurer = await insurer.order({ order: 'line', roundTripMs: 0, bytesPerSecond: null })
    return new Line(store, insurer, new UploadRig(folder), { store: atStore, insurer: atInsurer })
  }

  /** Sends a claim with these photos, over connections of its own. */
  async send(photos: readonly MadePhoto[]): Promise<Sent> {
    const before = await this.#counted()
    const id = await this.#rig.acceptFiles(photos.map(({ smaller }) => Buffer.from(smaller, 'base64')))
    const { store, insurer } = this.#places
    believe(store)
    await this.#rig.upload(store.url, 1)
    believe(insurer)
    const { product, claim, branchReference } = this.#rig.body(id)
    const api = createMerchantApi({
      baseUrl: insurer.url,
      readKey: () => Promise.resolve('bench-key'),
    })
    const outcome = await api.createClaim(product, claim, branchReference)
    await api.close()
    if (outcome.type !== 'delivered') throw new Error(`Not delivered: ${outcome.type}`)
    const after = await this.#counted()
    return { photos, toStore: after.store - before.store, toInsurer: after.insurer - before.insurer }
  }

  async close(): Promise<void> {
    await this.#rig.close()
    await Promise.all([this.#store.end(), this.#insurer.end()])
  }

  async #counted(): Promise<{ readonly store: number; readonly insurer: number }> {
    const [store, insurer] = await Promise.all([
      this.#store.order({ order: 'count' }),
      this.#insurer.order({ order: 'count' }),
    ])
    return { store: store.up, insurer: insurer.up }
  }
}

const originalsOf = ({ photos }: Sent): number => photos.reduce((sum, photo) => sum + photo.originalBytes, 0)
const shareOf = (sent: Sent): number => (sent.toStore + sent.toInsurer) / originalsOf(sent)

function outcomeOf(sent: readonly Sent[], fine: readonly Sent[]): Outcome {
  const photos = sent.flatMap((one) => one.photos)
  const kb = (values: readonly number[]): string => `${numberText(median(values) / 1000)} kB`
  const what = `bytes sent, photos of 12 million pixels made smaller to ${limits.longestSide.toLocaleString('en')} at quality ${limits.quality}`
  const against = 'the photos as the phone made them'
  const [one] = sent
  const beside = one === undefined ? 0 : one.toStore + one.toInsurer - sentOf(one)
  return {
    lines: [
      { what, against, unit: '×', goal: { bound: 'at most', value: 0.12 }, runs: sent.map(shareOf) },
      {
        what: 'the same, each photo full of fine edges',
        against,
        unit: '×',
        goal: null,
        runs: fine.map(shareOf),
      },
    ],
    notes: [
      `A photo of ${kb(photos.map(({ originalBytes }) => originalBytes))} becomes ${kb(photos.map(({ smaller }) => bytesIn(smaller)))} in ${numberText(median(photos.map(({ tookMs }) => tookMs)))} ms. To the store ${kb(sent.map(({ toStore }) => toStore))}, to the insurer ${kb(sent.map(({ toInsurer }) => toInsurer))}; ${kb([beside])} of them are handshakes, heads, looks and the claim.`,
      'The photos are made up: those of the first line weigh and shrink as a measured one (2.63 MB, 204 kB at 1,600 pixels), the others are as sharp as a phone can see.',
    ],
  }
}

const bytesIn = (base64: string): number => Buffer.byteLength(base64, 'base64')
const sentOf = ({ photos }: Sent): number => photos.reduce((sum, { smaller }) => sum + bytesIn(smaller), 0)

async function measure({ folder, runs }: Surroundings): Promise<Outcome> {
  const served = join(folder, 'page')
  await mkdir(served)
  await buildPageScript('photos/page.ts', served)
  const html = '<!doctype html><title>Bench</title><script type="module" src="/page.js"></script>'
  await writeFile(join(served, 'index.html'), html)
  const browser = await openBrowser(join(folder, 'profile'))
  const line = await Line.open(folder)
  try {
    await serveFolder(browser, served)
    const page = browser.pages()[0] ?? (await browser.newPage())
    await page.goto(address)
    const sentOfRuns = async (scene: Scene): Promise<readonly Sent[]> => {
      const sent: Sent[] = []
      for await (const photos of photosOfRuns(page, scene)) {
        sent.push(await line.send(photos))
        if (sent.length === runs) break
      }
      return sent
    }
    const sent = await sentOfRuns(usual)
    const fine = await sentOfRuns(detailed)
    return outcomeOf(sent, fine)
  } finally {
    await line.close()
    await browser.close()
  }
}

/** What a claim with photos costs on the line, beside what the phone's own photos would. */
export const figure: Figure = {
  name: 'photos',
  title: 'A claim with four photos',
  needsBuild: false,
  measure,
}
