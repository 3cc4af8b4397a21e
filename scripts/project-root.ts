import { dirname } from 'node:path'

/** The folder of package.json. */
export const projectRoot = dirname(import.meta.dirname)
