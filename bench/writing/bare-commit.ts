import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { newId } from '#shared/domain/identifier.ts'
import { openOutboxFile } from '#main/outbox/open-outbox.ts'

/** Commits the newest entry of an outbox file repeatedly, into a file with the same schema and settings. */
export class BareCommits {
  readonly #database: DatabaseSync
  readonly #commit: () => void

  constructor(outboxFile: string, file: string) {
    const row = newestEntry(outboxFile)
    const opened = openOutboxFile(file, new Date())
    if (!opened.ok) throw new Error(`The file does not open: ${opened.error.type}`)
    const { database } = opened.value
    this.#database = database
    const columns = Object.keys(row).filter((name) => name !== 'seq')
    const insert = database.prepare(
      `INSERT INTO entry (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    this.#commit = () => {
      const values = columns.map((name) => (name === 'id' ? newId() : (row[name] ?? null)))
      database.exec('BEGIN IMMEDIATE')
      insert.run(...values)
      database.exec('COMMIT')
    }
  }

  /** @returns ms for one durable commit. */
  commit(): number {
    const begunMs = performance.now()
    this.#commit()
    return performance.now() - begunMs
  }

  close(): void {
    this.#database.close()
  }
}

function newestEntry(outboxFile: string): Readonly<Record<string, SQLInputValue>> {
  const database = new DatabaseSync(outboxFile, { readOnly: true })
  try {
    const row = database.prepare('SELECT * FROM entry ORDER BY seq DESC LIMIT 1').get()
    if (row === undefined) throw new Error('The outbox has no entry yet.')
    return row
  } finally {
    database.close()
  }
}
