import type { Figure } from './figure.ts'
import { figure as deliver } from './figures/deliver.ts'

/** Every figure, in the order of the table. */
export const figures: readonly Figure[] = [deliver]
