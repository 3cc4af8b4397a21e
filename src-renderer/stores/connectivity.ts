import { defineStore } from 'pinia'
import { askMain } from '#renderer/data/ask-main.ts'
import { announced } from './announced.ts'

/** The state of the connection and its cause, and this computer's clock compared with the insurer's. */
export const useConnectivity = defineStore('connectivity', () => {
  const { status: now, listen, read } = announced('connectivity:changed', () => askMain('connectivity:now'))
  return { now, listen, read }
})
