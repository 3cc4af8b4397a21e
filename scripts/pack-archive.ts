import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { projectRoot } from './project-root.ts'

export interface Packed {
  readonly archive: string
  /** The folder of the archive and of what lies beside it. */
  readonly resources: string
  /** What stands for Electron's program, with the fuses as they were set. */
  readonly program: string
}

/** Electron's fuse wire as it is delivered: a mark, version 1, nine fuses, and `1` for each that is on. */
const fuseWire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100011'),
])

/**
 * Has electron-builder pack the built application by the configuration of the installers, into an empty folder. In the
 * place of Electron's own files there are a program that is nothing but its fuses and an empty language, so that nothing
 * has to be downloaded; signing and the installers themselves are left out.
 */
export async function packArchive(folder: string, root = projectRoot): Promise<Packed> {
  const runtime = join(folder, 'no-runtime')
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(runtime, 'locales'), { recursive: true })
  await writeFile(join(runtime, 'electron'), fuseWire)
  for (const name of ['en-GB', 'en-US', 'de']) await writeFile(join(runtime, `locales/${name}.pak`), '')
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      directories: { output: folder },
      electronDist: runtime,
      // It is looked for where this process runs.
      beforeBuild: join(root, 'packaging/nothing-to-install.js'),
    },
  })
  const unpacked = join(folder, 'linux-unpacked')
  const resources = join(unpacked, 'resources')
  return { archive: join(resources, 'app.asar'), resources, program: join(unpacked, 'claims-desk') }
}
