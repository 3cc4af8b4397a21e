import type { Claim } from '#shared/claim/claim.ts'
import { describe } from '#shared/claim/describe.ts'
import { today } from '#shared/domain/calendar-date.ts'
import type { Product } from '#shared/domain/product.ts'
import { noAgreedLinks } from '#shared/domain/stand-in.ts'
import { timeOfDay } from '#shared/language/format.ts'
import type { enMain } from '../texts/en-main.ts'
import { say, sayOfClaim } from '../texts/texts.ts'

/** The head line of a table of claims. */
export function headCells(...names: readonly (keyof typeof enMain.table.head)[]): readonly string[] {
  return names.map((name) => say(`table.head.${name}`))
}

export function productCell(product: Product | null): string {
  return product === null ? '' : say(`table.products.${product}`)
}

/** What a claim is, in the word or two of its badge on the screen. @param statusNames the office's names of statuses */
export function stateCell(claim: Claim, statusNames: Readonly<Record<string, string>>): string {
  // A badge depends on nothing else that surrounds a claim.
  const around = { now: new Date(), holds: [], heldBy: '', hasFileStore: false, links: noAgreedLinks }
  return describe(claim, { say: sayOfClaim, statusNames, ...around }).badge
}

/** A moment on this computer's clock as spreadsheets read it, `2026-11-20 14:05`; '' where the insurer's text is none. */
export function momentCell(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${today(at)} ${timeOfDay(iso)}`
}
