import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { thirdPartyLicences } from './scripts/third-party.ts'

const licences = (styles: readonly string[] = []): ReturnType<typeof thirdPartyLicences> =>
  thirdPartyLicences('out/third-party-licences.txt', styles)

// Main is one file (a quicker start, and no node_modules at run time). The preload is sandboxed, so it must be
// CommonJS and self-contained. The renderer splits by route.
export default defineConfig({
  main: {
    plugins: [licences()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src-main/index.ts' },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  },
  preload: {
    plugins: [licences()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
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
      licences(['node_modules/tailwindcss', 'node_modules/@fontsource-variable/inter']),
    ],
    worker: { plugins: () => [licences()] },
    build: {
      // electron-vite leaves it off; what the page reads before its first screen counts on an old computer.
      minify: true,
      rolldownOptions: { input: { index: 'src-renderer/index.html' } },
    },
  },
})
