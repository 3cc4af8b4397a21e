import { today } from '#shared/domain/calendar-date.ts'
import type { Product } from '#shared/domain/product.ts'
import { timeOfDay } from '#shared/language/format.ts'
import type { enMain } from '#main/platform/texts/en-main.ts'
import { say } from '#main/platform/texts/texts.ts'

/** The head line of a table of claims. */
export function headCells(...names: readonly (keyof typeof enMain.table.head)[]): readonly string[] {
  return names.map((name) => say(`table.head.${name}`))
}

export function productCell(product: Product | null): string {
  return product === null ? '' : say(`says.kinds.${product}`)
}

/** A moment on this computer's clock as spreadsheets read it, `2026-11-20 14:05`; '' where the insurer's text is none. */
export function momentCell(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${today(at)} ${timeOfDay(iso)}`
}
