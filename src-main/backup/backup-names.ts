import type { Environment } from '#shared/domain/product.ts'

/** How many scheduled backups of a computer stay in the folder. */
const keptBackups = 14

/** Whose backups: those of another installation or environment are never touched. */
export interface Owner {
  readonly id: string
  readonly environment: Environment
}

const startOf = ({ id, environment }: Owner): string => `claims-desk-${id}-${environment}-`

/** The numbers of this computer's backups among names in a folder, oldest first. */
function ours(
  names: readonly string[],
  owner: Owner,
): readonly { readonly name: string; readonly number: number }[] {
  const start = startOf(owner)
  return names
    .flatMap((name) => {
      if (!name.startsWith(start)) return []
      const number = /^(\d{4,9})-\d{4}-\d{2}-\d{2}\.cdbackup$/.exec(name.slice(start.length))?.[1]
      return number === undefined ? [] : [{ name, number: Number(number) }]
    })
    .toSorted((a, b) => a.number - b.number)
}

/** The name of the next backup. It is counted, so that a clock that was set back changes no order. */
export function nextName(names: readonly string[], owner: Owner, now: Date): string {
  const number = (ours(names, owner).at(-1)?.number ?? 0) + 1
  return `${startOf(owner)}${String(number).padStart(4, '0')}-${now.toISOString().slice(0, 10)}.cdbackup`
}

/** Which may go once another one was written. */
export function outlived(names: readonly string[], owner: Owner): readonly string[] {
  return ours(names, owner)
    .slice(0, -(keptBackups - 1))
    .map(({ name }) => name)
}
