/** What `--help` says. @param program how this one is called */
export function usageOf(program: string): string {
  return `Claims Desk, tools of head office: ${program} COMMAND …

What computers are given
  new CONFIG.json --office OFFICE.cdfleet
      Makes head office's own file: what all computers are given, and the key that signs.
  show --office OFFICE.cdfleet [--config-only]
      What it holds, without secrets: CONFIG.json, the number, and the branches.
  change --office OFFICE.cdfleet --out FOLDER [--config CONFIG.json] [--new-key live] [--valid-days 60]
      [--new-secret | --after-theft] [--new-backup-passphrase]
      The signed file that changes what all computers have. Secrets stay as they are where CONFIG.json names the same
      access key, and the merchant's key where --new-key does not name its environment.
      --after-theft: only computers that take a new set-up file can read it and later ones.
      Copy OFFICE.cdfleet afterwards: an old copy repeats numbers.
For a branch
  make-files --office OFFICE.cdfleet --branches BRANCHES.csv --out FOLDER [--valid-days 30]
      A set-up file for each branch, with lists of passphrases and first PINs. FOLDER is empty. It sets up new
      computers; one in use takes from it what changed, its branch's own access key too.
  backup-passphrase --office OFFICE.cdfleet --branch NAME
      The passphrases that open a branch's scheduled backups, the newest first.
Each day
  statuses FOLDER [--format table | json | csv | prometheus]
  statuses SEEN.json --store CONFIG.json --access-key-id ID [--format …]
      All computers, from the folder or the bucket; what was read from the bucket is kept in SEEN.json.
      Ends with 0 (all well), 1 (an alarm) or 2 (not read).
Policies
  check-policy FILE.json
      Reads a policy as a computer would. Ends with 0 (all applies), 1 (not all) or 2 (not read).
Releases
  sign-manifest make-key KEY.pem
      Makes the key that signs updates.
  sign-manifest sign KEY.pem INSTALLER
      Writes the manifest of Windows' installer, dated and signed, beside it.
On a computer, not here
  claims-desk --set-up FILE        sets it up (docs/provisioning.md)
  claims-desk --remove-all-data    removes all its data, once nothing is unsent

A command that could not do its work ends with 2, and has written nothing or says what.

Secrets are asked for. Scripts name files that hold one each, in the first line:
  --passphrase-file FILE           of OFFICE.cdfleet, or of KEY.pem
  --files-passphrase-file FILE     one for all set-up files
  --key-file live=FILE             the merchant's key
  --access-key-file live=FILE      the file store's secret (statuses: of the key that reads the bucket)
  --office-key-file FILE           the secret of the key to the bucket for status and backups
With an environment alone, FILE will do; two have one each: --key-file live=A --key-file sandbox=B.`
}
