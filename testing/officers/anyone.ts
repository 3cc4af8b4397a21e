import type { Audience } from '#main/outbox/audience.ts'

/** Who sits at a computer without officers: everything is shown. */
export const anyone: Audience = {
  officerId: () => null,
  seesEntryOf: () => true,
  countsEntryOf: () => true,
  seesDraftOf: () => true,
  isOffices: () => true,
  nameOf: () => null,
}
