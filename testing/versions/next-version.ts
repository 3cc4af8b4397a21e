import { migrations } from '#main/outbox/migrations.ts'

/** The versions of the outbox file with a made-up next one, to test migrations with. */
export const nextSteps: readonly string[] = [
  ...migrations,
  `
  ALTER TABLE entry ADD COLUMN made_up TEXT;
  UPDATE entry SET made_up = 'from ' || accepted_at;
  CREATE TABLE made_up (
    id INTEGER PRIMARY KEY,
    entry_id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX made_up_by_entry ON made_up (entry_id);
  INSERT INTO made_up (entry_id) SELECT id FROM entry ORDER BY seq;
  CREATE TRIGGER made_up_follows AFTER INSERT ON entry BEGIN
    INSERT INTO made_up (entry_id) VALUES (NEW.id);
  END;
  `,
]
export const nextVersion = nextSteps.length
