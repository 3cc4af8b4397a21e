import type { UploadHold } from '#shared/outbox/entry-files.ts'

/** What holds the files back, and the one thing to do. */
const holds = {
  offline: 'Uploading goes on once there is a connection.',
  paused: 'Sending is paused.',
  'no-store': 'No file store is set on this computer, or its access key is missing: enter it in Settings.',
  'wrong-key': 'The file store refuses the access key: enter the right one in Settings.',
  'no-bucket': 'The file store has no such bucket: correct its name in Settings.',
  'not-allowed': 'The access key may not write to the file store: ask IT support.',
  'link-not-public': 'The links of the files do not open for the insurer: ask IT support.',
  'clock-wrong': 'The clock of this computer is wrong, so the file store refuses: set the clock.',
  'no-connection': 'The file store cannot be reached: it is tried again automatically.',
  'not-a-store': 'Something else answers instead of the file store: check its address in Settings.',
  busy: 'The file store is busy: it is tried again automatically.',
  full: 'The file store is full: ask IT support to make room.',
  'file-lost':
    'A file is missing or damaged on this computer: select “Move to drafts”, add it again and submit again.',
} as const satisfies Record<UploadHold, string>

/** The files of a claim on their way to the file store. */
export const enFiles = {
  files: {
    badge: 'Waiting for its files',
    'badge-lost': 'A file is lost',
    uploaded: 'Uploaded',
    waits: 'Waiting for upload',
    share: '{percent} % uploaded',
    count: 'Its file is not uploaded yet | {uploaded} of {n} files uploaded',
    left: '{count}, about {duration} left.',
    'left-soon': '{count}, less than a minute left.',
    'link-awaited': 'The link is put in once its file is uploaded',
    follows: 'The claim follows by itself.',
    unremoved:
      '1 of its files is still in the file store. It is removed as soon as that is possible. | {n} of its files are still in the file store. They are removed as soon as that is possible.',
    'removed-too': 'What was uploaded is removed from the file store too.',
    'removed-in-doubt':
      'What was uploaded is removed from the file store too: should the insurer have it, its links do not open any more.',
    stay: 'What was uploaded stays in the file store, which refuses to remove files, until IT support removes it.',
    store: {
      title: 'File store',
      nothing: 'Nothing is waiting for upload.',
      files: '1 file | {n} files',
      waits: '{what} of 1 claim still to upload ({size}). | {what} of {n} claims still to upload ({size}).',
      left: 'About {duration} left.',
      'left-soon': 'Less than a minute left.',
      progress: 'Uploaded so far',
      next: 'Next try: {when}.',
      'to-remove':
        '1 file that is not needed any more is to be removed from it. | {n} files that are not needed any more are to be removed from it.',
      'refused-removals':
        'It refuses to remove 1 file that is not needed any more: that stays there until IT support removes it. | It refuses to remove {n} files that are not needed any more: they stay there until IT support removes them.',
    },
    'not-going': 'Files are not uploaded',
    holds,
  },
} as const
