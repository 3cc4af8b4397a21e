/** What a field of a claim holds. Its control, how it is tidied, compared, searched and shown follow from this. */
type FieldKind = 'policy' | 'code' | 'line' | 'text' | 'day' | 'amount' | 'link'

interface ClaimField {
  readonly kind: FieldKind
  /** The part of the form that it is typed in. */
  readonly group: 'policy' | 'incident' | 'evidence'
  /** Whether it tells who a person is: it is shown only when asked for. */
  readonly isHidden: boolean
  /** What it is about: a copy for the same accident, or for the same owner, keeps it. */
  readonly about: 'accident' | 'owner' | 'this-claim'
}

/**
 * The fields of a claim (spec: endpoints 1 and 4), in normal spelling and in the order in which an officer asks for
 * them. Their rules are apart, in claim.ts, because those are large.
 */
export const claimFields = {
  policyNumber: { kind: 'policy', group: 'policy', isHidden: false, about: 'this-claim' },
  claimantIdentification: { kind: 'code', group: 'policy', isHidden: true, about: 'owner' },
  occurrenceDate: { kind: 'day', group: 'incident', isHidden: false, about: 'accident' },
  occurrenceAddress: { kind: 'line', group: 'incident', isHidden: false, about: 'accident' },
  incidentDetails: { kind: 'text', group: 'incident', isHidden: false, about: 'accident' },
  incidentPictureUrl: { kind: 'link', group: 'evidence', isHidden: false, about: 'accident' },
  medicalReportUrl: { kind: 'link', group: 'evidence', isHidden: false, about: 'this-claim' },
  deathCertificateUrl: { kind: 'link', group: 'evidence', isHidden: false, about: 'this-claim' },
  originalPolicyCertificateUrl: { kind: 'link', group: 'evidence', isHidden: false, about: 'this-claim' },
  repairEstimate: { kind: 'amount', group: 'incident', isHidden: false, about: 'this-claim' },
} as const satisfies Readonly<Record<string, ClaimField>>
export type ClaimFieldName = keyof typeof claimFields
export const claimFieldNames = Object.keys(claimFields) as ClaimFieldName[]

/** The names of the fields that hold this. */
export type FieldOf<K extends FieldKind> = {
  [N in ClaimFieldName]: (typeof claimFields)[N]['kind'] extends K ? N : never
}[ClaimFieldName]

/** Whether a field holds this. */
export function holds<K extends FieldKind>(name: ClaimFieldName, kind: K): name is FieldOf<K> {
  return claimFields[name].kind === kind
}

/** The fields that hold this, in the order of the claim. */
export function fieldsThatHold<K extends FieldKind>(kind: K): readonly FieldOf<K>[] {
  return claimFieldNames.filter((name) => holds(name, kind))
}
