import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const names = v.optional(v.record(v.string(), v.string()), {})
const LockSchema = v.object({
  packages: v.record(v.string(), v.object({ dependencies: names })),
})

/** How many packages the product contains. */
export interface ProductionPackages {
  /** Direct dependencies in `package.json`. */
  readonly named: number
  /** Including transitive dependencies. */
  readonly all: number
}

/** Counts the packages of production in the lock file of a folder. */
export function productionPackages(folder: string): ProductionPackages {
  const lock: unknown = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const { packages } = v.parse(LockSchema, lock)
  const named = Object.keys(packages['']?.dependencies ?? {})
  const found = new Set<string>()
  const open = named.map((name) => placeOf(name, '', packages))
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue
    found.add(place)
    for (const name of Object.keys(packages[place]?.dependencies ?? {}))
      open.push(placeOf(name, place, packages))
  }
  return { named: named.length, all: found.size }
}

/** Where a package that another one needs is installed: beside it, or in a folder further up. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in packages || folder === '') return place
  }
}
