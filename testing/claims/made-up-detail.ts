import { isCalendarDate, type CalendarDate } from '#shared/domain/calendar-date.ts'
import type { ClaimDetail } from '#shared/domain/received-claim.ts'
import { knownDay, knownTime, notThere } from '#shared/domain/told.ts'

const at = '2026-11-20T09:00:00.000Z'

function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new Error('No date.')
  return text
}

/** A claim of a policy with its customer. */
export function madeUpDetail(policyNumber: string): ClaimDetail {
  return {
    product: 'keke',
    policyNumber,
    occurrenceDate: knownDay(calendarDate('2026-03-14')),
    occurrenceAddress: 'Market Road',
    incidentDetails: 'Made up.',
    incidentPictureUrl: 'https://files.example/1',
    medicalReportUrl: 'https://files.example/2',
    deathCertificateUrl: 'https://files.example/3',
    originalPolicyCertificateUrl: 'https://files.example/4',
    claimantIdentification: 'TEST-1',
    repairEstimate: 45_000,
    status: '1',
    createdAt: knownTime(at),
    updatedAt: knownTime(at),
    id: null,
    deletedAt: notThere,
    holder: {
      firstName: 'Omotayo',
      middleName: null,
      surname: 'Invented',
      phone: '08000001234',
      email: 'made.up@customer.example',
      address: null,
      gender: null,
      dateOfBirth: knownDay('1988-02-29'),
      town: null,
      stateOfResidence: null,
      occupation: null,
      nextOfKinName: null,
    },
    policy: null,
  }
}
