import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { projectRoot } from './project-root.ts'
import { licenceTexts, packageFolderOf } from './third-party.ts'

/*
 * npm run pack-head-office: makes dist/head-office.mjs, head office's tools in one file that runs without this checkout.
 */

const name = 'head-office.mjs'
/** Node 20 lacks one function that main uses; an older Node fails at once, in words. */
const banner = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('head-office.mjs needs Node 20.19 or later: https://nodejs.org')
  process.exit(2)
}
Promise.withResolvers ??= function () {
  const made = {}
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }))
  return made
}`

/** Most licences ask that their text goes with every copy. */
function withLicences(): Plugin {
  return {
    name: 'with-licences',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const used = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        const folders = new Set(used.map(([id]) => packageFolderOf(id)).filter((folder) => folder !== null))
        chunk.code += `\n/*\n${licenceTexts(folders).replaceAll('*/', '* /')}*/\n`
      }
    },
  }
}

/** @returns the file */
export async function packHeadOffice(folder = join(projectRoot, 'dist')): Promise<string> {
  await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'warn',
    plugins: [withLicences()],
    ssr: { noExternal: true },
    build: {
      ssr: 'scripts/head-office.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: name, codeSplitting: false, banner } },
    },
  })
  return join(folder, name)
}

if (process.argv[1] === import.meta.filename) console.log(`Wrote ${await packHeadOffice()}.`)
