/** The ten fields of a claim (spec: endpoints 1 and 4), spelled properly. Apart from their rules, which are large. */
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
