import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { announcements, requestChannels } from './src-shared/contract/calls.ts'
import { inItsOwnFile } from './scripts/own-file.ts'
import { shellFirst } from './scripts/shell-first.ts'
import { thirdPartyLicences } from './scripts/third-party.ts'

const licences = (styles: readonly string[] = []): ReturnType<typeof thirdPartyLicences> =>
  thirdPartyLicences('out/third-party-licences.txt', styles)

// One file for the application and one for the first screen, instead of forty that are found one after the other.
const firstFiles = [
  { name: 'app', test: /src-renderer.main\.ts$/, priority: 2 },
  { name: 'HomeScreen', test: /HomeScreen\.vue$/, priority: 1 },
]

const dexie = (): ReturnType<typeof inItsOwnFile> =>
  inItsOwnFile('dexie', 'node_modules/dexie/dist/modern/dexie.min.mjs')
// Under the LGPL: whoever wants may put another build of it in its place.
const libheif = (): ReturnType<typeof inItsOwnFile> => {
  const file = 'libheif-js/libheif-wasm/libheif-bundle.mjs'
  return inItsOwnFile('libheif', `node_modules/${file}`, file)
}

// Where a module lay while it was built would stand in the bundle: the same bytes come from every folder.
const experimental = { attachDebugInfo: 'none' } as const

// Main has no node_modules at run time. Its first file is what the window needs, the rest is read beside the page's own
// start or when it is used (docs/decisions/0007-page.md). The preload is sandboxed, so it must be CommonJS and
// self-contained. The renderer splits by route.
export default defineConfig({
  main: {
    plugins: [licences()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        experimental,
        input: { index: 'src-main/index.ts' },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  },
  preload: {
    plugins: [licences()],
    define: {
      'import.meta.env.REQUESTS': JSON.stringify(requestChannels),
      'import.meta.env.ANNOUNCEMENTS': JSON.stringify(Object.keys(announcements)),
    },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        experimental,
        input: { index: 'src-preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [
      vue(),
      tailwindcss(),
      dexie(),
      licences([
        'node_modules/tailwindcss',
        'node_modules/dexie',
        'node_modules/libheif-js',
        'node_modules/@fontsource-variable/inter',
      ]),
      shellFirst('src-renderer/styles/shell.css'),
    ],
    // The directory's worker and the page have one Dexie between them.
    worker: { format: 'es', plugins: () => [licences(), dexie(), libheif()] },
    build: {
      // electron-vite leaves it off; what the page reads before its first screen counts on an old computer.
      minify: true,
      // Every file is on this computer: hints to fetch them ahead cost 4 kB and save nothing.
      modulePreload: false,
      rolldownOptions: {
        input: { index: 'src-renderer/index.html' },
        output: { codeSplitting: { groups: firstFiles } },
      },
    },
  },
})
