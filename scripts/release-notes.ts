import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changelogSection } from './changelog-section.ts'
import { projectRoot } from './project-root.ts'

/* node scripts/release-notes.ts VERSION: prints what CHANGELOG.md says of it. */
const [version = ''] = process.argv.slice(2)
const said = changelogSection(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8'), version)
if (said === null) throw new Error(`CHANGELOG.md says nothing of version "${version}".`)
console.log(said)
