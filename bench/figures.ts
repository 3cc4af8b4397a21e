import type { Figure } from './figure.ts'
import { figure as accept } from './figures/accept.ts'
import { figure as autosave } from './figures/autosave.ts'
import { figure as readings } from './figures/readings.ts'
import { figure as deliver } from './figures/deliver.ts'

/** Every figure, in the order of the table. */
export const figures: readonly Figure[] = [accept, autosave, deliver, readings]
