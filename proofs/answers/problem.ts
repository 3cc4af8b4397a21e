/** A property that an answer broke, and how. */
export interface Problem {
  readonly property: 'crash' | 'false-received' | 'key' | 'unsaid'
  readonly what: string
}
