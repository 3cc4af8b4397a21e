import { join } from 'node:path'

// Main is built into the one file out/main/index.js: these are its neighbours there.
export const preloadFile = join(import.meta.dirname, '../preload/index.cjs')
export const rendererFolder = join(import.meta.dirname, '../renderer')
