import type { DatabaseSync } from 'node:sqlite'
import { migrate, migrations } from '#main/outbox/migrations.ts'
import { plainProtection } from '#testing/outbox/plain-protection.ts'

/*
 * What an officer's computer holds under each version, exactly as that version wrote it. States, bodies and drafts are
 * JSON texts here, not built by today's code: once a version is released, its rows never change.
 */

const at = '2026-11-20T09:00:00.000Z'
const since = `"since":"${at}"`

/** Ids of the frozen entries, by state. */
export const frozenIds = {
  queued: '01960000-0000-7000-8000-000000000001',
  tried: '01960000-0000-7000-8000-000000000002',
  sending: '01960000-0000-7000-8000-000000000003',
  unconfirmed: '01960000-0000-7000-8000-000000000004',
  review: '01960000-0000-7000-8000-000000000005',
  delivered: '01960000-0000-7000-8000-000000000006',
  rejected: '01960000-0000-7000-8000-000000000007',
  withdrawn: '01960000-0000-7000-8000-000000000008',
  pharmacy: '01960000-0000-7000-8000-000000000009',
  draft: '01960000-0000-7000-8000-00000000000a',
} as const

const keptDetailId = '01960000-0000-7000-8000-0000000000aa'

type EntryName = Exclude<keyof typeof frozenIds, 'draft'>

const states: Readonly<Record<EntryName, string>> = {
  queued: `{"name":"queued",${since},"reason":{"type":"new"},"notSentInARow":0,"resends":0}`,
  tried: `{"name":"queued",${since},"reason":{"type":"not-sent","cause":"dns"},"notSentInARow":3,"resends":1}`,
  sending: `{"name":"sending",${since},"notSentInARow":0,"resends":0}`,
  unconfirmed: `{"name":"unconfirmed",${since},"cause":"timeout","absentReadings":1,"resends":0}`,
  review: `{"name":"needs-review",${since},"why":"absent-again","resends":2}`,
  delivered: `{"name":"delivered","at":"${at}","proof":"list","claimId":77,"serverMessage":"Done"}`,
  rejected: `{"name":"rejected","at":"${at}","serverMessage":"No such policy","fieldErrors":{"policyNumber":["Unknown."]},"forbidden":false}`,
  withdrawn: `{"name":"withdrawn","at":"${at}","to":"discarded","was":{"name":"queued","since":"${at}","reason":{"type":"new"},"notSentInARow":0,"resends":0}}`,
  pharmacy: `{"name":"queued",${since},"reason":{"type":"new"},"notSentInARow":0,"resends":0}`,
}
const names = Object.keys(states) as EntryName[]

const claim = (name: string): string =>
  `{"kind":"claim","product":"keke","claim":{"policyNumber":"KKP/2026/LA/00000${name.length}","claimantIdentification":"NIN-TEST-0001","occurrenceDate":"2026-11-02","occurrenceAddress":"12 Test Street, Yaba","incidentDetails":"${name}: hit a kerb \u2013 \u1ecdba road.","incidentPictureUrl":"https://files.example/picture.jpg","medicalReportUrl":"https://files.example/report.pdf","deathCertificateUrl":"https://files.example/certificate.pdf","originalPolicyCertificateUrl":"https://files.example/policy.pdf","repairEstimate":45000.5},"branchReference":"7F3K-92QD"}`
const bodyOf = (name: EntryName): string =>
  name === 'pharmacy'
    ? '{"kind":"pharmacy-request","pharmacyId":7,"pharmacyName":"Test Pharmacy","policyNumber":"KKP/2026/LA/000001"}'
    : claim(name)

const empty =
  '"incidentPictureUrl":"","medicalReportUrl":"","deathCertificateUrl":"","originalPolicyCertificateUrl":"","repairEstimate":""'
const draft = `{"id":"${frozenIds.draft}","product":"okada","fields":{"policyNumber":"OKP/1","claimantIdentification":"","occurrenceDate":"","occurrenceAddress":"","incidentDetails":"Half a story",${empty}},"branchReference":"0000-ZZZZ","createdAt":"${at}","updatedAt":"${at}","rejection":null}`

const seal = (text: string, associated: string): Uint8Array => plainProtection.seal(text, associated)

/** Fills an empty file with a version's tables and rows. */
export function makeFrozenFile(database: DatabaseSync, version: number): void {
  migrate(database, migrations.slice(0, version))
  for (const name of names) addEntry(database, name)
  database.exec(`
    INSERT INTO attempt (entry_id, opened_at, closed_at, outcome) VALUES
      ('${frozenIds.tried}', '${at}', '${at}', 'not-sent'),
      ('${frozenIds.sending}', '${at}', NULL, NULL),
      ('${frozenIds.unconfirmed}', '${at}', '${at}', 'uncertain/timeout'),
      ('${frozenIds.delivered}', '${at}', '${at}', 'uncertain/reset'),
      ('${frozenIds.rejected}', '${at}', '${at}', 'rejected');
    INSERT INTO claim_row (product, claim_id, entry_id, surplus, seen_at) VALUES
      ('keke', 77, '${frozenIds.delivered}', 0, '${at}'), ('keke', 78, '${frozenIds.delivered}', 1, '${at}');
    INSERT INTO entry_event (entry_id, after_attempt, kind, detail, first_at, last_at, times) VALUES
      ('${frozenIds.unconfirmed}', 1, 'absent', 'list', '${at}', '${at}', 2);
    INSERT INTO engine_memory (name, value) VALUES ('paused', 'true');
    UPDATE entry SET officer_id = 'officer-1' WHERE id = '${frozenIds.queued}';
  `)
  database
    .prepare('INSERT INTO draft (id, updated_at, sealed) VALUES (?, ?, ?)')
    .run(frozenIds.draft, at, seal(`{"officerId":null,"draft":${draft}}`, `draft/${frozenIds.draft}`))
  database
    .prepare('INSERT INTO kept_detail (id, kept_at, sealed) VALUES (?, ?, ?)')
    .run(keptDetailId, at, seal('{}', `kept_detail/${keptDetailId}`))
  database
    .prepare(
      'INSERT INTO follow_up (entry_id, as_of, asked_at, changed_at, is_wrong, sealed) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(frozenIds.delivered, at, at, at, 1, seal(followUp, `follow_up/${frozenIds.delivered}`))
  addAttachment(database)
  database
    .prepare('INSERT INTO upload (id, entry_id, attachment_id, state, sealed) VALUES (?, ?, ?, ?, ?)')
    .run(uploadId, frozenIds.queued, attachmentId, 'named', seal(upload, `upload/${uploadId}`))
  database
    .prepare(
      'INSERT INTO candidate (entry_id, key_tag, claim_id, seen_at, ruled_out_at, sealed) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(
      frozenIds.unconfirmed,
      'key-tag',
      79,
      at,
      null,
      seal(candidate, `candidate/${frozenIds.unconfirmed}`),
    )
}

const candidate = `{"key":"id/79","claimId":79,"claim":{"product":"keke","policyNumber":"KKP/2026/LA/0000011","occurrenceDate":{"type":"read","day":"2026-11-02"},"occurrenceAddress":"12 Test Street, Yaba","incidentDetails":"Hit a kerb","incidentPictureUrl":"","medicalReportUrl":"","deathCertificateUrl":"","originalPolicyCertificateUrl":"","claimantIdentification":"NIN-TEST-0001","repairEstimate":45000.5,"status":"0","createdAt":{"type":"read","at":"${at}"},"updatedAt":{"type":"missing"}}}`

const followUp = `{"changes":[{"status":"0","estimate":45000.5,"isDeleted":false,"at":"${at}"},{"status":"2","estimate":null,"isDeleted":true,"at":"${at}"}],"strangers":2,"openedAt":"${at}","note":{"text":"Made up","at":"${at}","officerId":null},"wrong":{"at":"${at}","officerId":"officer-1","replacedBy":"0000-ZZZZ","isDone":false}}`

const uploadId = '01960000-0000-7000-8000-0000000000d0'
const attachmentId = '01960000-0000-7000-8000-0000000000e1'
const upload = `{"entryId":"${frozenIds.queued}","attachmentId":"${attachmentId}","field":"incidentPictureUrl","name":"claims/${'a'.repeat(32)}.jpg","store":{"endpoint":"https://store.example","region":"auto","bucket":"claims","prefix":"claims/","style":"path","links":"https://files.example"},"contentType":"image/jpeg","size":3,"sha256":"${'0'.repeat(64)}","md5":null,"uploadId":null,"provedAt":null,"link":null,"linkedAt":null,"refusedAt":null}`

const recordOf = (claimId: string): string =>
  `{"claimId":"${claimId}","key":"${'A'.repeat(43)}=","number":1,"name":"made up.jpg","kind":"jpeg","size":3,"photos":null,"sha256":"${'0'.repeat(64)}","field":"incidentPictureUrl"}`

function addAttachment(database: DatabaseSync): void {
  for (const [number, claimId] of [frozenIds.draft, frozenIds.queued].entries()) {
    const id = `01960000-0000-7000-8000-0000000000e${number}`
    database
      .prepare('INSERT INTO attachment (id, claim_id, added_at, sealed) VALUES (?, ?, ?, ?)')
      .run(id, claimId, at, seal(recordOf(claimId), `attachment/${id}`))
  }
}

function addEntry(database: DatabaseSync, name: EntryName): void {
  const id = frozenIds[name]
  const state = states[name]
  const word = /"name":"([a-z-]+)"/.exec(state)?.[1] ?? ''
  const isTried = !['queued', 'pharmacy', 'withdrawn'].includes(name)
  const isSettled = ['delivered', 'withdrawn', 'rejected'].includes(word)
  database
    .prepare(
      `INSERT INTO entry
         (id, kind, product, accepted_at, state, settled_at, attempts, policy_tag, body_tag, body, state_data,
          first_attempt_at, sends)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      name === 'pharmacy' ? 'pharmacy-request' : 'claim',
      name === 'pharmacy' ? null : 'keke',
      at,
      word,
      isSettled ? at : null,
      isTried ? 1 : 0,
      `policy-tag-${name}`,
      `body-tag-${name}`,
      seal(
        `{"officerId":${name === 'queued' ? '"officer-1"' : 'null'},"body":${bodyOf(name)}}`,
        `entry/${id}/body`,
      ),
      seal(state, `entry/${id}/state`),
      isTried ? at : null,
      isTried && name !== 'tried' ? 1 : 0,
    )
}
