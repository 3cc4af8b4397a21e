/**
 * The fields of a claim (spec: endpoints 1 and 4), in normal spelling. In a file of its own, because the validation
 * rules are large.
 */
export const claimFieldNames = [
  'policyNumber',
  'claimantIdentification',
  'occurrenceDate',
  'occurrenceAddress',
  'incidentDetails',
  'incidentPictureUrl',
  'medicalReportUrl',
  'deathCertificateUrl',
  'originalPolicyCertificateUrl',
  'repairEstimate',
] as const
export type ClaimFieldName = (typeof claimFieldNames)[number]
