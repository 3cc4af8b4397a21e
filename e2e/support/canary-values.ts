import { madeUpClaim } from '#testing/outbox/made-up.ts'
import { wireNameOf } from '#main/insurer/api/wire/claim.ts'
import { generateClaims } from '#main/practice/data/claims.ts'
import { generatePharmacies } from '#main/practice/data/pharmacies.ts'
import { defaultSeed, generatePolicies, type Policy } from '#main/practice/data/policies.ts'
import type { PracticeClaim } from '#main/practice/wire.ts'
import { testAccessKey, testKey, practiceMerchantSecret } from '#testing/insurer/test-insurer.ts'
import { claimFieldNames, holds } from '#shared/domain/claim-fields.ts'
import type { Product } from '#shared/domain/product.ts'
import { CanarySearch, type Canary } from './canaries.ts'

/** Every merchant's key that a test connects with: the fixture's server has the first. */
export const merchantKeys = {
  run: 'made+up/Run-Key="c6Nv1Jt8Yw3Kd5"',
  firstStart: 'made-up-key-of-this-spec-5b1f',
  keyring: 'made-up-key-of-the-keyring-spec',
  nextOfHeadOffice: 'made-up-key-of-head-office-9d2c',
  leaks: 'made+up/Canary-Key="q8Zr4Wn7Tx2Lm5"',
  leaksRefused: 'wrong+Canary/Key-Hv3Jd9Ks6Pb1',
} as const

/** The password for the office's proxy. */
export const proxyPassword = 'made-up-Proxy-Pass-77'

/** The file store's access key, where a test sets one. */
export const storeKey = { id: 'MADEUPACCESSKEY1', secret: 'made+up/Store-Secret="p4Xw9Rt2Lz7B"' } as const

/** What no test may leave anywhere outside main's memory. */
export const keyCanaries: readonly Canary[] = [
  ...Object.entries(merchantKeys).map(([name, value]) => ({ name: `key “${name}”`, value })),
  { name: 'the proxy’s password', value: proxyPassword },
  { name: 'the file store’s secret', value: storeKey.secret },
  { name: 'the practice key', value: testKey },
  { name: 'the secret of the practice store', value: testAccessKey.secret },
  { name: 'the secret key in an answer', value: practiceMerchantSecret },
]

/** Dates and amounts identify no one. */
const fieldsOfPeople = claimFieldNames
  .filter((name) => !holds(name, 'day') && !holds(name, 'amount'))
  .map(wireNameOf)
const customerFields = [
  'email',
  'phone_no',
  'address',
  'next_of_kin_full_name',
  'nin_number',
  'id_url',
] as const

/** What an officer writes beside a claim. */
export const madeUpNote = 'A made-up cousin of the rider rang about it'

/** A claim's customer, whom only the branch knows. */
export const madeUpCustomer = { name: 'Ngozi Made-up Nwosu-Canary', phone: '0803 918 2736 451' } as const

type Row = readonly [name: string, value: string | number | null | undefined]

/** A claim as the insurer sends it. */
type InsurerClaim = Pick<PracticeClaim, 'id' | 'product'>

/** What a claim of the insurer's says of people. */
export function personsOf(claim: InsurerClaim): readonly Canary[] {
  return canariesOf(
    Object.entries(claim)
      .filter(([field]) => fieldsOfPeople.includes(field))
      .map(([field, value]): Row => [`${field} of ${claim.product} claim ${claim.id}`, value]),
  )
}

function customerOf({ user, record }: Policy): readonly Row[] {
  const own = customerFields.map((field): Row => [
    `${field} of the customer of policy ${record.id}`,
    user[field],
  ])
  return [[`number of policy ${record.id}`, record.policy_number], ...own]
}

function canariesOf(rows: readonly Row[]): readonly Canary[] {
  return rows.flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []))
}

/**
 * The people of the practice server's made-up data, and those of the claims that tests submit. Addresses that a
 * pharmacy has too are left out: the directory is public and lies in the open.
 */
export function madeUpPersons(): readonly Canary[] {
  const all = (['keke', 'okada'] satisfies Product[]).flatMap((product) => {
    const policies = generatePolicies(product, defaultSeed)
    const claims = generateClaims(product, defaultSeed, policies)
    return [...policies.flatMap((policy) => canariesOf(customerOf(policy))), ...claims.flatMap(personsOf)]
  })
  const submitted = Object.entries(madeUpClaim()).map(([name, value]): Row => [
    `${name} of a submitted claim`,
    value,
  ])
  const note = { name: 'a note beside a claim', value: madeUpNote }
  const customer = Object.entries(madeUpCustomer).map(([name, value]): Row => [
    `${name} of a customer`,
    value,
  ])
  const unlike = new Map(
    [...all, ...canariesOf([...submitted, ...customer]), note].map((canary) => [canary.value, canary]),
  )
  const persons = [...unlike.values()].filter(({ name }) => !name.startsWith('occurrenceDate'))
  const directory = JSON.stringify(generatePharmacies(defaultSeed, publicPharmacies))
  const shared = new Set(new CanarySearch(persons).inText(directory, 'the directory').map(nameIn))
  return persons.filter(({ name }) => !shared.has(name))
}

const publicPharmacies = 3600
const nameIn = (sighting: string): string => sighting.slice(0, sighting.lastIndexOf(' as '))
