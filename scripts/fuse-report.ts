import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import * as v from 'valibot'
import { projectRoot } from './project-root.ts'

/** electron-builder's names beside the places in Electron's fuse wire. */
const places = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  loadBrowserProcessSpecificV8Snapshot: FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
} as const
const Wanted = v.object({ electronFuses: v.strictObject(v.entriesFromList(fuseNames(), v.boolean())) })

function fuseNames(): readonly (keyof typeof places)[] {
  // Its keys are the names; Object.keys only types them as strings.
  return Object.keys(places) as (keyof typeof places)[]
}

export interface FuseReading {
  readonly name: string
  readonly wanted: boolean
  readonly found: 'on' | 'off' | 'other'
}

/**
 * Reads the fuses back from a program, or a macOS bundle, beside what electron-builder.json wants.
 * @throws where the program has no fuse wire: it is not Electron.
 */
export async function readFuses(program: string): Promise<readonly FuseReading[]> {
  const configuration = await readFile(join(projectRoot, 'electron-builder.json'), 'utf8')
  const { electronFuses } = v.parse(v.pipe(v.string(), v.parseJson(), Wanted), configuration)
  const wire = await getCurrentFuseWire(program)
  return fuseNames().map((name) => {
    const state = wire[places[name]]
    const found = state === FuseState.ENABLE ? 'on' : state === FuseState.DISABLE ? 'off' : 'other'
    return { name, wanted: electronFuses[name], found }
  })
}

/** Whether a fuse is as the configuration wants it. */
export function isAsWanted({ wanted, found }: FuseReading): boolean {
  return found === (wanted ? 'on' : 'off')
}
