import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'

/*
 * The version of an outbox file, read without SQLite: opening and closing a file writes its log back into it, and a
 * file of a newer version must stay as it is, to the byte. (https://sqlite.org/fileformat2.html)
 */

const userVersionAt = 60

/** `PRAGMA user_version` from the file and its write-ahead log; 0 if there is none. @throws the file system's error. */
export function fileVersion(path: string): number {
  const inFile = existsSync(path) ? headerVersion(path) : 0
  const log = `${path}-wal`
  return (existsSync(log) ? logVersion(readFileSync(log)) : null) ?? inFile
}

function headerVersion(path: string): number {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(100)
    const length = readSync(file, header, 0, 100, 0)
    const isSqlite = header.toString('latin1', 0, 15) === 'SQLite format 3'
    return length === 100 && isSqlite ? header.readUInt32BE(userVersionAt) : 0
  } finally {
    closeSync(file)
  }
}

const logHeaderBytes = 32
const frameHeaderBytes = 24

/** The version in the last committed copy of the first page; null when the log holds none. */
function logVersion(log: Buffer): number | null {
  const magic = log.length < logHeaderBytes ? 0 : log.readUInt32BE(0)
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return null
  const pageBytes = log.readUInt32BE(8)
  if (pageBytes < 512 || pageBytes > 65_536) return null
  const at32 = (at: number): number => (magic === 0x377f0683 ? log.readUInt32BE(at) : log.readUInt32LE(at))
  // The log's running checksum.
  let [first, second] = [log.readUInt32BE(24), log.readUInt32BE(28)]
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at += 8) {
      first = (first + at32(at) + second) >>> 0
      second = (second + at32(at + 4) + first) >>> 0
    }
  }
  let committed: number | null = null
  let written: number | null = null
  const frameBytes = frameHeaderBytes + pageBytes
  for (let at = logHeaderBytes; at + frameBytes <= log.length; at += frameBytes) {
    // Remains of an earlier log have different salts; a frame torn by a crash has a different checksum.
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break
    add(at, at + 8)
    add(at + frameHeaderBytes, at + frameBytes)
    if (first !== log.readUInt32BE(at + 16) || second !== log.readUInt32BE(at + 20)) break
    if (log.readUInt32BE(at) === 1) written = log.readUInt32BE(at + frameHeaderBytes + userVersionAt)
    if (log.readUInt32BE(at + 4) !== 0) committed = written
  }
  return committed
}
