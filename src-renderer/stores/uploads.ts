import { defineStore } from 'pinia'
import { askMain } from '#renderer/data/ask-main.ts'
import { announced } from './announced.ts'

/** The files of claims on their way to the file store. */
export const useUploads = defineStore('uploads', () =>
  announced('uploads:changed', () => askMain('uploads:status')),
)
