/** What the application uses the connection for. */
export const linePurposes = [
  /** Claims and pharmacy requests on their way to the insurer. */
  'claims',
  /** What the insurer shows of one policy. */
  'looks',
  'lists',
  'pharmacies',
  /** Photos and PDFs of claims on their way to the file store; status and backups to head office's bucket. */
  'files',
  /** Connection checks. */
  'checks',
  'updates',
  /** What is of none of these, such as a network's own settings. */
  'other',
] as const
export type LinePurpose = (typeof linePurposes)[number]

/** Bytes with encryption and headers, without what the network adds to each packet (TCP/IP, DNS). */
export interface LineBytes {
  readonly sent: number
  readonly received: number
}

export type BytesByPurpose = Readonly<Record<LinePurpose, LineBytes>>

/** What went over the line; practice, whose server is inside the application, is not counted. */
export interface LineUse {
  readonly today: BytesByPurpose
  readonly month: BytesByPurpose
  /** The first day that was counted (YYYY-MM-DD); null when nothing was yet. */
  readonly since: string | null
}
