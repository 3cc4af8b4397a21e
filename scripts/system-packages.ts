import { installAdvice } from './debian-packages.ts'
import { ensureTestPrograms } from './test-programs.ts'

/*
 * npm run system-packages: installs what the tests need of the system's packages where we are root; elsewhere it says
 * the command for it.
 */
const programs = ensureTestPrograms()
if (!programs.ok) {
  console.error(installAdvice(programs.error))
  process.exitCode = 1
}
