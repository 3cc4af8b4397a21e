import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src-shared/**/*.test.ts', 'src-main/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'page',
          environment: 'happy-dom',
          include: ['src-renderer/**/*.test.ts', 'src-preload/**/*.test.ts'],
        },
      },
    ],
  },
})
