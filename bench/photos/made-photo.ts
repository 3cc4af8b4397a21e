import * as v from 'valibot'

/** What is in a made-up photo. */
export interface Scene {
  readonly leaves: number
  /** Pixels. */
  readonly smallestRadius: number
  /** Of the lens: standard deviation in pixels. */
  readonly softness: number
  /** Of the sensor: standard deviation of brightness, of 256 steps. */
  readonly noise: number
}

/** A made-up photo and what the claim form makes of it. */
export const MadePhotoSchema = v.object({
  originalBytes: v.number(),
  /** Base64. */
  smaller: v.string(),
  /** Milliseconds of making it smaller. */
  tookMs: v.number(),
})
export type MadePhoto = Readonly<v.InferOutput<typeof MadePhotoSchema>>
