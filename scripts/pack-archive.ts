import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { projectRoot } from './project-root.ts'

/**
 * Has electron-builder pack the built application by the configuration of the installers, into an empty folder. Where
 * Electron's own files would be there are empty ones, so that nothing has to be downloaded; what needs the real ones is
 * left out: fuses, signing, the installers.
 *
 * @returns the archive, and the folder of what lies beside it (`resources`).
 */
export async function packArchive(
  folder: string,
): Promise<{ readonly archive: string; readonly resources: string }> {
  const runtime = join(folder, 'no-runtime')
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(runtime, 'locales'), { recursive: true })
  for (const name of ['electron', 'locales/en-GB.pak', 'locales/en-US.pak'])
    await writeFile(join(runtime, name), '')
  await build({
    projectDir: projectRoot,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      directories: { output: folder },
      electronDist: runtime,
      electronFuses: null,
    },
  })
  const resources = join(folder, 'linux-unpacked/resources')
  return { archive: join(resources, 'app.asar'), resources }
}
