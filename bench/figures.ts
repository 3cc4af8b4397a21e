import type { Figure } from './figure.ts'
import { figure as accept } from './figures/accept.ts'
import { figure as autosave } from './figures/autosave.ts'
import { figure as claimCost } from './figures/claim-cost.ts'
import { figure as claimsList } from './figures/claims-list.ts'
import { figure as day } from './figures/day.ts'
import { figure as deliver } from './figures/deliver.ts'
import { figure as directory } from './figures/directory.ts'
import { figure as listMemory } from './figures/list-memory.ts'
import { figure as farLine } from './figures/far-line.ts'
import { figure as memory } from './figures/memory.ts'
import { figure as start } from './figures/start.ts'
import { figure as statuses } from './figures/statuses.ts'
import { figure as uploads } from './figures/uploads.ts'

/** Every figure, in the order of the table. */
export const figures: readonly Figure[] = [
  accept,
  autosave,
  deliver,
  farLine,
  uploads,
  claimCost,
  day,
  listMemory,
  directory,
  claimsList,
  start,
  memory,
  statuses,
]
