/*
 * The tables of each version of the outbox file as they lie on the disk, frozen when the version landed. Never edited:
 * a new version adds its own. What was changed by mistake in migrations.ts shows against this.
 */
export const frozenSchemas: readonly (readonly string[])[] = [
  // 1
  [
    `CREATE TABLE entry ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('claim', 'pharmacy-request')), product TEXT CHECK (product IN ('keke', 'okada')), accepted_at TEXT NOT NULL, state TEXT NOT NULL, settled_at TEXT, attempts INTEGER NOT NULL DEFAULT 0, policy_tag TEXT NOT NULL, body_tag TEXT NOT NULL, body BLOB NOT NULL, state_data BLOB NOT NULL, baseline BLOB ) STRICT`,
    `CREATE INDEX entry_by_state ON entry (state, seq)`,
    `CREATE TABLE attempt ( id INTEGER PRIMARY KEY AUTOINCREMENT, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, opened_at TEXT NOT NULL, closed_at TEXT, outcome TEXT ) STRICT`,
    `CREATE INDEX attempt_by_entry ON attempt (entry_id, id)`,
    `CREATE TABLE claim_row ( product TEXT NOT NULL, claim_id INTEGER NOT NULL, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, surplus INTEGER NOT NULL DEFAULT 0, acknowledged INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (product, claim_id) ) STRICT`,
    `CREATE INDEX claim_row_by_entry ON claim_row (entry_id)`,
    `CREATE TABLE draft_copy ( id TEXT PRIMARY KEY, updated_at TEXT NOT NULL, sealed BLOB NOT NULL ) STRICT`,
    `CREATE TABLE engine_memory ( name TEXT PRIMARY KEY, value TEXT NOT NULL ) STRICT`,
  ],
  // 2
  [
    `CREATE TABLE entry ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('claim', 'pharmacy-request')), product TEXT CHECK (product IN ('keke', 'okada')), accepted_at TEXT NOT NULL, state TEXT NOT NULL, settled_at TEXT, attempts INTEGER NOT NULL DEFAULT 0, policy_tag TEXT NOT NULL, body_tag TEXT NOT NULL, body BLOB NOT NULL, state_data BLOB NOT NULL, baseline BLOB ) STRICT`,
    `CREATE INDEX entry_by_state ON entry (state, seq)`,
    `CREATE TABLE attempt ( id INTEGER PRIMARY KEY AUTOINCREMENT, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, opened_at TEXT NOT NULL, closed_at TEXT, outcome TEXT , message BLOB) STRICT`,
    `CREATE INDEX attempt_by_entry ON attempt (entry_id, id)`,
    `CREATE TABLE claim_row ( product TEXT NOT NULL, claim_id INTEGER NOT NULL, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, surplus INTEGER NOT NULL DEFAULT 0, acknowledged INTEGER NOT NULL DEFAULT 0, seen_at TEXT, acknowledged_at TEXT, PRIMARY KEY (product, claim_id) ) STRICT`,
    `CREATE INDEX claim_row_by_entry ON claim_row (entry_id)`,
    `CREATE TABLE draft_copy ( id TEXT PRIMARY KEY, updated_at TEXT NOT NULL, sealed BLOB NOT NULL ) STRICT`,
    `CREATE TABLE engine_memory ( name TEXT PRIMARY KEY, value TEXT NOT NULL ) STRICT`,
    `CREATE TABLE entry_event ( id INTEGER PRIMARY KEY, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, after_attempt INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT, first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL DEFAULT 1 ) STRICT`,
    `CREATE INDEX entry_event_by_entry ON entry_event (entry_id, id)`,
    `CREATE TABLE connection_span ( id INTEGER PRIMARY KEY, kind TEXT NOT NULL, began_at TEXT NOT NULL, seen_until TEXT NOT NULL ) STRICT`,
  ],
  // 3
  [
    `CREATE TABLE entry ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('claim', 'pharmacy-request')), product TEXT CHECK (product IN ('keke', 'okada')), accepted_at TEXT NOT NULL, state TEXT NOT NULL, settled_at TEXT, attempts INTEGER NOT NULL DEFAULT 0, policy_tag TEXT NOT NULL, body_tag TEXT NOT NULL, body BLOB NOT NULL, state_data BLOB NOT NULL, baseline BLOB , officer_id TEXT) STRICT`,
    `CREATE INDEX entry_by_state ON entry (state, seq)`,
    `CREATE TABLE attempt ( id INTEGER PRIMARY KEY AUTOINCREMENT, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, opened_at TEXT NOT NULL, closed_at TEXT, outcome TEXT , message BLOB) STRICT`,
    `CREATE INDEX attempt_by_entry ON attempt (entry_id, id)`,
    `CREATE TABLE claim_row ( product TEXT NOT NULL, claim_id INTEGER NOT NULL, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, surplus INTEGER NOT NULL DEFAULT 0, acknowledged INTEGER NOT NULL DEFAULT 0, seen_at TEXT, acknowledged_at TEXT, PRIMARY KEY (product, claim_id) ) STRICT`,
    `CREATE INDEX claim_row_by_entry ON claim_row (entry_id)`,
    `CREATE TABLE draft_copy ( id TEXT PRIMARY KEY, updated_at TEXT NOT NULL, sealed BLOB NOT NULL , officer_id TEXT) STRICT`,
    `CREATE TABLE engine_memory ( name TEXT PRIMARY KEY, value TEXT NOT NULL ) STRICT`,
    `CREATE TABLE entry_event ( id INTEGER PRIMARY KEY, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, after_attempt INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT, first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL DEFAULT 1 ) STRICT`,
    `CREATE INDEX entry_event_by_entry ON entry_event (entry_id, id)`,
    `CREATE TABLE connection_span ( id INTEGER PRIMARY KEY, kind TEXT NOT NULL, began_at TEXT NOT NULL, seen_until TEXT NOT NULL ) STRICT`,
  ],
  // 4
  [
    `CREATE TABLE entry ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('claim', 'pharmacy-request')), product TEXT CHECK (product IN ('keke', 'okada')), accepted_at TEXT NOT NULL, state TEXT NOT NULL, settled_at TEXT, attempts INTEGER NOT NULL DEFAULT 0, policy_tag TEXT NOT NULL, body_tag TEXT NOT NULL, body BLOB NOT NULL, state_data BLOB NOT NULL, baseline BLOB , officer_id TEXT) STRICT`,
    `CREATE INDEX entry_by_state ON entry (state, seq)`,
    `CREATE TABLE attempt ( id INTEGER PRIMARY KEY AUTOINCREMENT, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, opened_at TEXT NOT NULL, closed_at TEXT, outcome TEXT , message BLOB) STRICT`,
    `CREATE INDEX attempt_by_entry ON attempt (entry_id, id)`,
    `CREATE TABLE claim_row ( product TEXT NOT NULL, claim_id INTEGER NOT NULL, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, surplus INTEGER NOT NULL DEFAULT 0, acknowledged INTEGER NOT NULL DEFAULT 0, seen_at TEXT, acknowledged_at TEXT, PRIMARY KEY (product, claim_id) ) STRICT`,
    `CREATE INDEX claim_row_by_entry ON claim_row (entry_id)`,
    `CREATE TABLE draft_copy ( id TEXT PRIMARY KEY, updated_at TEXT NOT NULL, sealed BLOB NOT NULL , officer_id TEXT) STRICT`,
    `CREATE TABLE engine_memory ( name TEXT PRIMARY KEY, value TEXT NOT NULL ) STRICT`,
    `CREATE TABLE entry_event ( id INTEGER PRIMARY KEY, entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE, after_attempt INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT, first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL DEFAULT 1 ) STRICT`,
    `CREATE INDEX entry_event_by_entry ON entry_event (entry_id, id)`,
    `CREATE TABLE connection_span ( id INTEGER PRIMARY KEY, kind TEXT NOT NULL, began_at TEXT NOT NULL, seen_until TEXT NOT NULL ) STRICT`,
    `CREATE TABLE evidence ( id TEXT PRIMARY KEY, claim_id TEXT NOT NULL, added_at TEXT NOT NULL, sealed BLOB NOT NULL ) STRICT`,
    `CREATE INDEX evidence_by_claim ON evidence (claim_id)`,
    `CREATE TRIGGER evidence_goes_with_entry AFTER DELETE ON entry BEGIN DELETE FROM evidence WHERE claim_id = OLD.id; END`,
    `CREATE TRIGGER evidence_goes_with_draft AFTER DELETE ON draft_copy WHEN NOT EXISTS (SELECT 1 FROM entry WHERE id = OLD.id) BEGIN DELETE FROM evidence WHERE claim_id = OLD.id; END`,
  ],
]
