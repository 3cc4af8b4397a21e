import { join } from 'node:path'
import { build } from 'vite'

/** Builds a script for a page out of one of the bench's modules, with the application's own code: `page.js` in a folder. */
export async function buildPageScript(module: string, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    base: '/',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, module),
        output: { entryFileNames: 'page.js' },
      },
    },
  })
}
