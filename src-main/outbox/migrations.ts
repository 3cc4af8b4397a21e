import type { DatabaseSync } from 'node:sqlite'

/*
 * The outbox file's versions, oldest first: each step migrates a file from the previous version. Once a version is
 * released its step never changes. Plain columns hold nothing personal: our own ids, state names, times, keyed tags.
 * Everything else is sealed.
 */
export const migrations: readonly string[] = [
  // 1
  `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('claim', 'pharmacy-request')),
    product TEXT CHECK (product IN ('keke', 'okada')),
    accepted_at TEXT NOT NULL,
    -- Who captured it, to find it by: the sealed body decides. Null without officers.
    officer_id TEXT,
    state TEXT NOT NULL,
    settled_at TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    first_attempt_at TEXT,
    -- Attempts that may have reached the insurer.
    sends INTEGER NOT NULL DEFAULT 0,
    policy_tag TEXT NOT NULL,
    body_tag TEXT NOT NULL,
    body BLOB NOT NULL,
    state_data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX entry_by_state ON entry (state, seq);
  CREATE INDEX entry_by_officer ON entry (officer_id) WHERE officer_id IS NOT NULL;
  CREATE INDEX entry_sent_again ON entry (seq) WHERE sends > 1;

  CREATE TABLE attempt (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    outcome TEXT,
    -- The insurer's words, sealed.
    message BLOB
  ) STRICT;
  CREATE INDEX attempt_by_entry ON attempt (entry_id, id);

  -- What became of an entry beside its attempts (readings that looked for it, an officer's decisions), in the order of
  -- the ids and after so many attempts.
  CREATE TABLE entry_event (
    id INTEGER PRIMARY KEY,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    after_attempt INTEGER NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    times INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX entry_event_by_entry ON entry_event (entry_id, id);

  -- The rows of the insurer's lists that are entries.
  CREATE TABLE claim_row (
    product TEXT NOT NULL,
    claim_id INTEGER NOT NULL,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    surplus INTEGER NOT NULL DEFAULT 0,
    seen_at TEXT NOT NULL,
    acknowledged_at TEXT,
    PRIMARY KEY (product, claim_id)
  ) STRICT;
  CREATE INDEX claim_row_by_entry ON claim_row (entry_id);

  -- What became known of claims after they were received, and what officers wrote beside them.
  CREATE TABLE follow_up (
    entry_id TEXT PRIMARY KEY REFERENCES entry (id) ON DELETE CASCADE,
    -- When the insurer was last seen to say what stands in the sealed text, and when it was last asked.
    as_of TEXT,
    asked_at TEXT,
    -- When it last said something else: the entry is kept from then on.
    changed_at TEXT,
    -- Something is wrong with it that the insurer was not told: the entry is kept until then.
    is_wrong INTEGER NOT NULL DEFAULT 0,
    sealed BLOB NOT NULL
  ) STRICT;

  -- Claims at the insurer that may be an entry, until an officer has ruled them out. The tag is of the claim's key at
  -- the insurer, which stands in the sealed text.
  CREATE TABLE candidate (
    id INTEGER PRIMARY KEY,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    key_tag TEXT NOT NULL,
    -- Its id in the insurer's list; null for what only the details of a policy showed.
    claim_id INTEGER,
    seen_at TEXT NOT NULL,
    ruled_out_at TEXT,
    sealed BLOB NOT NULL,
    UNIQUE (entry_id, key_tag)
  ) STRICT;

  CREATE TABLE draft (
    id TEXT PRIMARY KEY,
    -- Rises with each version.
    updated_at TEXT NOT NULL,
    -- Whether it is in a form: where that form never closed, the draft is shown as recovered.
    is_open INTEGER NOT NULL DEFAULT 0,
    -- Whose it is, to find it by: the sealed text decides. Null for the office's.
    officer_id TEXT,
    -- When it was deleted, while that can be undone.
    discarded_at TEXT,
    sealed BLOB NOT NULL
  ) STRICT;

  -- The keys of the files kept with a claim and what is known of them, by the id that its draft and its entry share.
  -- The sealed text decides which. They go with whichever of the two is the last to have it.
  CREATE TABLE attachment (
    id TEXT PRIMARY KEY,
    claim_id TEXT NOT NULL,
    added_at TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX attachment_by_claim ON attachment (claim_id);
  CREATE TRIGGER attachment_goes_with_entry AFTER DELETE ON entry BEGIN
    DELETE FROM attachment WHERE claim_id = OLD.id;
  END;
  CREATE TRIGGER attachment_goes_with_draft AFTER DELETE ON draft
  WHEN NOT EXISTS (SELECT 1 FROM entry WHERE id = OLD.id) BEGIN
    DELETE FROM attachment WHERE claim_id = OLD.id;
  END;

  -- Files of claims in the merchant's file store, or on their way: each row is there before the first byte leaves, and
  -- until the store no longer has a file that is not wanted. Name and address stand in the sealed text, which also
  -- decides whose file it is.
  CREATE TABLE upload (
    id TEXT PRIMARY KEY,
    entry_id TEXT NOT NULL,
    attachment_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('named', 'proved', 'linked', 'unwanted')),
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX upload_by_state ON upload (state) WHERE state <> 'linked';
  CREATE INDEX upload_by_entry ON upload (entry_id);
  CREATE UNIQUE INDEX upload_of_attachment ON upload (attachment_id) WHERE state <> 'unwanted';
  CREATE TRIGGER upload_unwanted_without_attachment AFTER DELETE ON attachment BEGIN
    UPDATE upload SET state = 'unwanted' WHERE attachment_id = OLD.id;
  END;
  CREATE TRIGGER upload_unwanted_without_entry AFTER DELETE ON entry BEGIN
    UPDATE upload SET state = 'unwanted' WHERE entry_id = OLD.id;
  END;
  CREATE TRIGGER upload_unwanted_by_another_claim AFTER UPDATE OF claim_id ON attachment BEGIN
    UPDATE upload SET state = 'unwanted'
      WHERE attachment_id = NEW.id AND entry_id <> NEW.claim_id;
  END;

  -- Claims that an officer keeps with their customers.
  CREATE TABLE kept_detail (
    id TEXT PRIMARY KEY,
    kept_at TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  CREATE TABLE engine_memory (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
]

/** The version this code writes. */
export const newestVersion = migrations.length

/** The version of an open file (`PRAGMA user_version`); 0 for a new one. */
export function versionOf(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  return typeof version === 'number' ? version : 0
}

/**
 * Migrates an open file to the newest version, one committed step at a time, so an interrupted migration can resume.
 *
 * @param steps the migrations of this code; tests add a made-up next one
 */
export function migrate(database: DatabaseSync, steps = migrations): void {
  for (const [index, step] of [...steps.entries()].slice(versionOf(database))) {
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${index + 1}`)
      database.exec('COMMIT')
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw thrown
    }
  }
}
