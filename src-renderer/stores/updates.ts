import { defineStore } from 'pinia'
import { askMain } from '#renderer/data/ask-main.ts'
import { announced } from './announced.ts'

/** The state of application updates. */
export const useUpdates = defineStore('updates', () =>
  announced('updates:changed', () => askMain('updates:status')),
)
