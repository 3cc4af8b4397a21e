import * as v from 'valibot'
import { workInMoments } from '#testing/kills/disk-steps.ts'
import { openStorage } from '#main/outbox/open-outbox.ts'

/* Opens a damaged outbox file in a process that dies at one of its moments. */
await workInMoments(v.object({ path: v.string() }), ({ path }, begin) => {
  begin()
  openStorage(path, new Date('2026-11-20T09:00:00.000Z')).database?.close()
})
