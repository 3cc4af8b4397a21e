import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Plugin } from 'vite'

const Manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), version: v.string(), license: v.optional(v.string()) }),
)
const licenceFile = /^(licen[cs]e|copying|notice|ofl)/i

/** The folder of the package that a module is from; null for the project's own and virtual modules. */
export function packageFolderOf(moduleId: string): string | null {
  const path = moduleId.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(?:\/|[A-Z]:\/).*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? null
}

/** Each package's name, version and licence, with the whole text of its licence where it brings one. */
export function licenceTexts(folders: Iterable<string>): string {
  const texts = [...folders].map((folder) => {
    const { name, version, license } = v.parse(Manifest, readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(folder).filter((file) => licenceFile.test(file))
    const said = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version} (${license ?? 'licence not named'})`, ...said].join('\n\n')
  })
  const rule = '-'.repeat(80)
  return `${[...new Set(texts)].toSorted().join(`\n\n${rule}\n\n`)}\n`
}

/** The packages of all bundles of one build, which run one after the other in one process. */
const seen = new Set<string>()

/**
 * Writes the licences of every package that a bundle takes something from to `file`, after each bundle; complete after
 * the last one. Most of them ask that their text goes with every copy.
 *
 * @param styles folders of packages that style sheets import: those imports are no modules.
 */
export function thirdPartyLicences(file: string, styles: readonly string[] = []): Plugin {
  return {
    name: 'third-party-licences',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const folder = packageFolderOf(id)
        if (folder !== null) seen.add(folder)
      }
    },
    closeBundle() {
      for (const folder of styles) seen.add(folder)
      writeFileSync(file, licenceTexts(seen))
    },
  }
}
