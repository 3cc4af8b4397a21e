import { isAsWanted, readFuses } from './fuse-report.ts'

/* node scripts/read-fuses.ts PROGRAM: exits with 0 when every fuse in the packed program is as it was configured. */
const [program] = process.argv.slice(2)
if (program === undefined) throw new Error('usage: node scripts/read-fuses.ts PROGRAM')
const readings = await readFuses(program)
for (const reading of readings) {
  console.log(`${isAsWanted(reading) ? '✓' : '✗'} ${reading.name}: ${reading.found}`)
}
process.exitCode = readings.every(isAsWanted) ? 0 : 1
