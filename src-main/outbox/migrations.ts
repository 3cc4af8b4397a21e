import type { DatabaseSync } from 'node:sqlite'

/*
 * The outbox file's versions, oldest first: read top to bottom as a history. A landed migration never changes.
 * Plain columns hold nothing personal: ids of ours, state names, times, keyed tags. Everything else is sealed.
 */
const migrations: readonly string[] = [
  // 1: entries, their attempts, the list's rows bound to them, sealed copies of drafts, the engine's own memory.
  `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('claim', 'pharmacy-request')),
    product TEXT CHECK (product IN ('keke', 'okada')),
    accepted_at TEXT NOT NULL,
    state TEXT NOT NULL,
    settled_at TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    policy_tag TEXT NOT NULL,
    body_tag TEXT NOT NULL,
    body BLOB NOT NULL,
    state_data BLOB NOT NULL,
    baseline BLOB
  ) STRICT;
  CREATE INDEX entry_by_state ON entry (state, seq);

  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    outcome TEXT
  ) STRICT;
  CREATE INDEX attempt_by_entry ON attempt (entry_id, id);

  CREATE TABLE claim_row (
    product TEXT NOT NULL,
    claim_id INTEGER NOT NULL,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    surplus INTEGER NOT NULL DEFAULT 0,
    acknowledged INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (product, claim_id)
  ) STRICT;
  CREATE INDEX claim_row_by_entry ON claim_row (entry_id);

  CREATE TABLE draft_copy (
    id TEXT PRIMARY KEY,
    updated_at TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  CREATE TABLE engine_memory (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  // 2: what became of an entry beside its attempts (readings that looked for it, an officer's decisions), in the order
  // of their ids and after so many attempts; the server's words, sealed; when a row was seen; the connection's diary.
  `
  CREATE TABLE entry_event (
    id INTEGER PRIMARY KEY,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    after_attempt INTEGER NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    times INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX entry_event_by_entry ON entry_event (entry_id, id);

  ALTER TABLE attempt ADD COLUMN message BLOB;
  ALTER TABLE claim_row ADD COLUMN seen_at TEXT;
  ALTER TABLE claim_row ADD COLUMN acknowledged_at TEXT;

  CREATE TABLE connection_span (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    began_at TEXT NOT NULL,
    seen_until TEXT NOT NULL
  ) STRICT;
  `,
  // 3: who captured an entry, and whose a draft is; null for what was there before there were officers.
  `
  ALTER TABLE entry ADD COLUMN officer_id TEXT;
  ALTER TABLE draft_copy ADD COLUMN officer_id TEXT;
  `,
  // 4: the keys of the files kept with a claim and what is known of them, by the id that its draft and its entry share.
  // They go with whichever of the two is the last to have it.
  `
  CREATE TABLE evidence (
    id TEXT PRIMARY KEY,
    claim_id TEXT NOT NULL,
    added_at TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX evidence_by_claim ON evidence (claim_id);

  CREATE TRIGGER evidence_goes_with_entry AFTER DELETE ON entry BEGIN
    DELETE FROM evidence WHERE claim_id = OLD.id;
  END;
  CREATE TRIGGER evidence_goes_with_draft AFTER DELETE ON draft_copy
  WHEN NOT EXISTS (SELECT 1 FROM entry WHERE id = OLD.id) BEGIN
    DELETE FROM evidence WHERE claim_id = OLD.id;
  END;
  `,
]

/** The version this code writes. */
export const newestVersion = migrations.length

/** The version of an open file (`PRAGMA user_version`); 0 for a new one. */
export function versionOf(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  return typeof version === 'number' ? version : 0
}

/** Brings an open file to the newest version, one committed step at a time: killed between two, it goes on there. */
export function migrate(database: DatabaseSync): void {
  for (let version = versionOf(database); version < newestVersion; version += 1) {
    const step = migrations[version]
    if (step === undefined) return
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${version + 1}`)
      database.exec('COMMIT')
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw thrown
    }
  }
}
