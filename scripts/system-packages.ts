import { ensureTestPrograms } from './test-programs.ts'

/*
 * npm run system-packages: gets what the tests need of the system where we may; elsewhere it says the command for it.
 */
const ready = await ensureTestPrograms()
if (!ready.ok) {
  console.error(ready.error)
  process.exitCode = 1
}
