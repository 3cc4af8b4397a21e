/** How something stands: chooses colour and icon, never the words. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'
