import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'

// Main is one file (a quicker start, and no node_modules at run time). The preload is sandboxed, so it must be
// CommonJS and self-contained. The renderer splits by route.
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src-main/index.ts' },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  },
  preload: {
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
    plugins: [vue(), tailwindcss()],
    build: {
      // electron-vite leaves it off; what the page reads before its first screen counts on an old computer.
      minify: true,
      rolldownOptions: { input: { index: 'src-renderer/index.html' } },
    },
  },
})
