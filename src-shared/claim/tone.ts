/** The severity of a state: selects colour and icon, never the text. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'
