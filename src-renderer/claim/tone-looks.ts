import { CircleAlert, CircleCheck, Clock, FileText, Send } from '@lucide/vue'
import type { Component } from 'vue'
import type { Tone } from '#shared/claim/say.ts'

/** The sign and the colour of how a claim stands. */
export const toneLooks: Readonly<Record<Tone, { readonly icon: Component; readonly colour: string }>> = {
  neutral: { icon: FileText, colour: 'text-muted' },
  info: { icon: Send, colour: 'text-info' },
  success: { icon: CircleCheck, colour: 'text-success' },
  warning: { icon: Clock, colour: 'text-warning' },
  danger: { icon: CircleAlert, colour: 'text-danger' },
}
