import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** The module that each of the first files begins with, by the file's name; later ones lack what earlier ones hold. */
type FirstFiles = Readonly<Record<string, string>>

interface ModuleInfo {
  readonly importedIds: readonly string[]
  readonly dynamicImporters: readonly string[]
}
type InfoOf = (id: string) => ModuleInfo | null

export interface ShellFirst {
  readonly plugin: Plugin
  /** For `codeSplitting` of the output. */
  readonly groups: Rolldown.CodeSplittingGroup[]
}

/** What the bundler needs itself, in a file of its own. */
const runtime = 'rolldown-runtime'
const read = /\s*<(?:script type="module"|link rel="(?:stylesheet|modulepreload)")[^>]*>(?:<\/script>)?/g

/**
 * Has the shell of the first document painted before anything else is there: its style stands in the document, where the
 * CSP knows it by its hash, and what is read from disk comes after it. What the first screen needs is put into few files
 * that the document names at once, where each import would be found only in the file that has it.
 *
 * @param styleFile the style of the shell.
 */
export function shellFirst(styleFile: string, files: FirstFiles): ShellFirst {
  const fileOf = new Map<string, string>()
  const names = Object.keys(files).flatMap((name) => [sharedOf(name), name])
  const plugin: Plugin = {
    name: 'shell-first',
    buildEnd() {
      const infoOf: InfoOf = (id) => this.getModuleInfo(id)
      fileOf.clear()
      for (const [id, name] of filesOf([...this.getModuleIds()], infoOf, files)) fileOf.set(id, name)
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const style = readFileSync(styleFile, 'utf8').replaceAll('\r\n', '\n')
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = chunks.filter(({ name }) => [...names, runtime].includes(name))
        return documentWith(
          html,
          style,
          first.map(({ fileName }) => fileName),
        )
      },
    },
  }
  const groups = names.map((name, index) => ({
    name,
    test: (id: string) => fileOf.get(id) === name,
    priority: names.length - index,
  }))
  return { plugin, groups }
}

/** What other screens import too lies in a file of its own, so that they do not bring along the rest. */
const sharedOf = (name: string): string => `${name}-shared`

/** The file of each module that the first screen needs. @throws when a file's first module is not there */
export function filesOf(
  ids: readonly string[],
  infoOf: InfoOf,
  files: FirstFiles,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const starts = Object.entries(files).map(([name, ending]) => {
    const start = ids.find((id) => id.endsWith(ending))
    if (start === undefined) throw new Error(`There is no ${ending}.`)
    return { name, start }
  })
  const others = ids.filter(
    (id) => (infoOf(id)?.dynamicImporters.length ?? 0) > 0 && starts.every(({ start }) => start !== id),
  )
  const shared = withStaticImports(others, infoOf)
  for (const [index, { name, start }] of starts.entries())
    for (const id of withStaticImports([start], infoOf)) {
      // The first file is there in any case before another screen is.
      if (!found.has(id)) found.set(id, index > 0 && shared.has(id) ? sharedOf(name) : name)
    }
  return found
}

function withStaticImports(from: readonly string[], infoOf: InfoOf): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(infoOf(id)?.importedIds ?? []))
  }
  return found
}

/** The document with the shell's style inside, and after the shell what it reads: style sheets before scripts. */
export function documentWith(html: string, style: string, firstFiles: readonly string[]): string {
  const tags = html.match(read) ?? []
  const preloads = firstFiles
    .filter((file) => tags.every((tag) => !tag.includes(file)))
    .map((file) => `\n    <link rel="modulepreload" crossorigin href="./${file}">`)
  const isStyle = (tag: string): boolean => tag.includes('rel="stylesheet"')
  const after = [...tags.filter(isStyle), ...tags.filter((tag) => !isStyle(tag)), ...preloads]
  return html
    .replace(read, '')
    .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
    .replace('</body>', () => `${after.join('').trim()}\n  </body>`)
}
