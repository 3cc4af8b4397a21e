import { seededRandom } from '#main/practice/data/random.ts'

/** Numbers in [0, 1), the same for the same seed. */
export function chanceOf(seed: number): () => number {
  const random = seededRandom(seed)
  return () => random.integer(0, 2 ** 30 - 1) / 2 ** 30
}
