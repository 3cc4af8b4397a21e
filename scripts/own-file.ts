import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Leaves a package that is one finished file out of every bundle: the page and its worker read it from one script of its
 * own, `assets/<package>.js`.
 *
 * @param file the package's file, a minified module.
 * @param imported what the import says, if not the package's name.
 */
export function inItsOwnFile(packageName: string, file: string, imported = packageName): Plugin {
  return {
    name: 'in-its-own-file',
    enforce: 'pre',
    resolveId: (id) => (id === imported ? { id: `./${packageName}.js`, external: true } : null),
    generateBundle() {
      const source = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
      this.emitFile({ type: 'asset', fileName: `assets/${packageName}.js`, source })
    },
  }
}
