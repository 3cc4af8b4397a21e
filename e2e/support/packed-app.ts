import { join } from 'node:path'
import { projectRoot } from '../../scripts/project-root.ts'

/** Where archive.spec.ts packs the application to, for the tests that run from its archive. */
export const packedFolder = join(projectRoot, 'test-results/packed')
export const packedArchive = join(packedFolder, 'linux-unpacked/resources/app.asar')
