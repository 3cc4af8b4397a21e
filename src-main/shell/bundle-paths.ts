import { join } from 'node:path'

// Main is built into out/main/: these are its neighbours there.
export const preloadFile = join(import.meta.dirname, '../preload/index.cjs')
export const rendererFolder = join(import.meta.dirname, '../renderer')
