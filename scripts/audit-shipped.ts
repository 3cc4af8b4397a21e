import { audit, auditWords } from './audit.ts'

/*
 * npm run audit: asks the registry for known vulnerabilities of what is shipped. Fails for a serious one, and where no
 * registry answers.
 */
const found = await audit()
console.log(auditWords(found))
if (found.type === 'not-asked' || found.serious > 0) process.exitCode = 1
