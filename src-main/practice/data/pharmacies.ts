import { timestamp } from '../timestamp.ts'
import type { PharmacyRow } from '../wire.ts'
import { firstNames, pharmacyKinds, pharmacyWords, streetKinds, streetNames, surnames } from './names.ts'
import { seededRandom, type SeededRandom } from './random.ts'
import { states, type NigerianState, type Region } from './states.ts'

interface Place {
  readonly state: NigerianState
  readonly lga: string
}

const places: readonly Place[] = states.flatMap((state) => state.lgas.map((lga) => ({ state, lga })))

/** First one pharmacy in each state, then in each local government area, so that even a short directory covers all. */
function placeOf(index: number, random: SeededRandom): Place {
  const state = states[index]
  if (state !== undefined) return { state, lga: random.pick(state.lgas) }
  return places[index - states.length] ?? random.pick(places)
}

function nameIn(region: Region, random: SeededRandom): string {
  const kind = random.pick(pharmacyKinds)
  switch (random.integer(1, 4)) {
    case 1:
      return `${random.pick(firstNames[region])}'s ${kind}`
    case 2:
      return `${random.pick(surnames[region])} ${kind}`
    case 3:
      return `${random.pick(pharmacyWords)} ${kind}`
    default:
      return `${random.pick(surnames[region])} ${random.pick(pharmacyWords)} ${kind}`
  }
}

/** A made-up street address. */
export function streetIn(region: Region, town: string, random: SeededRandom): string {
  const street = `${random.pick(streetNames[region])} ${random.pick(streetKinds)}`
  const shop = random.oneIn(4) ? `Shop ${random.integer(1, 60)}, ` : ''
  const corner = random.oneIn(5) ? `, opposite ${random.pick(streetNames[region])} Junction` : ''
  return `${shop}${random.integer(1, 180)} ${street}${corner}, ${town}`
}

/** A directory of made-up pharmacies over all states, the same for the same seed, in order of their ids. */
export function generatePharmacies(seed: number, count: number): readonly PharmacyRow[] {
  const random = seededRandom(seed ^ 0x70686172)
  return Array.from({ length: count }, (_, index) => {
    const { state, lga } = placeOf(index, random)
    const createdMs = Date.UTC(2023, 0, 2) + random.integer(0, 500 * 24 * 3600) * 1000
    const updatedMs = createdMs + (random.oneIn(3) ? random.integer(1, 200 * 24 * 3600) * 1000 : 0)
    return {
      id: index + 1,
      pharmacy_code: `PH-${state.code}-${String(index + 1).padStart(5, '0')}`,
      pharmacy_name: nameIn(state.region, random),
      state_of_premise: state.name,
      lga,
      pharmacy_address: streetIn(state.region, lga, random),
      created_at: timestamp(new Date(createdMs)),
      updated_at: timestamp(new Date(updatedMs)),
    }
  })
}
