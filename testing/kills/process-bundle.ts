import { join, parse } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../../scripts/project-root.ts'

/**
 * Bundles a process that is to be killed as main is bundled: it starts in a third of the time.
 *
 * @param source its file, from the project's root
 * @returns the program
 */
export async function bundleProcess(source: string, folder: string): Promise<string> {
  const program = `${parse(source).name}.mjs`
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(projectRoot, source),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: program } },
    },
  })
  return join(folder, program)
}
