import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { minimumMajor } from './choose-node.js'
import { projectRoot } from './project-root.ts'
import { licenceTexts, packageFolderOf } from './third-party.ts'

/*
 * npm run pack-head-office: makes dist/head-office.mjs, head office's tools in one file that runs without this checkout.
 */

const name = 'head-office.mjs'
/** Before anything that an older Node lacks; what it cannot read at all is compiled away (`target`). */
const banner = `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < ${minimumMajor}) {
  console.error('head-office.mjs needs Node ${minimumMajor} or later: https://nodejs.org')
  process.exit(2)
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
export async function packHeadOffice(
  folder = join(projectRoot, 'dist'),
  root = projectRoot,
): Promise<string> {
  await build({
    root,
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
      rolldownOptions: {
        experimental: { attachDebugInfo: 'none' },
        output: { entryFileNames: name, codeSplitting: false, banner },
      },
    },
  })
  return join(folder, name)
}

if (process.argv[1] === import.meta.filename) console.log(`Wrote ${await packHeadOffice()}.`)
