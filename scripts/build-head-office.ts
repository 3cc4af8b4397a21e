import { join } from 'node:path'
import { build } from 'vite'
import { projectRoot } from './project-root.ts'

/** The name of the one file that head office needs. */
export const headOfficeName = 'head-office.mjs'

/**
 * Builds head office's commands as one file for plain Node 20.19 or later: no checkout, no packages beside it.
 *
 * @param folder where it is written; other files there stay
 */
export async function buildHeadOffice(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: projectRoot,
    ssr: { noExternal: true },
    build: {
      ssr: join(projectRoot, 'scripts/head-office.ts'),
      target: 'node20.19',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: headOfficeName, codeSplitting: false } },
    },
  })
  return join(folder, headOfficeName)
}
