import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

/** Where an end-to-end run writes its starts, and what it waited for longest. */
export const waitsFile = join(projectRoot, 'test-results/waits.txt')
