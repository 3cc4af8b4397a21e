import type { UploadHold } from '#shared/outbox/entry-files.ts'

/** What holds the files back, and the one thing to do. */
const holds = {
  offline: 'The upload continues once connected.',
  paused: 'Sending is paused.',
  stopped: 'This computer has stopped sending.',
  'no-store': 'No file store or access key is set: enter it in Settings.',
  'wrong-key': 'The file store does not accept the access key: correct it in Settings.',
  'no-bucket': 'The file store has no such bucket: correct its name in Settings.',
  'not-allowed': 'The access key may not add files: ask IT support.',
  'link-not-public': 'The insurer cannot open the links: ask IT support.',
  'clock-wrong': 'Set this computer’s clock: the file store does not accept it.',
  'no-connection': 'The file store cannot be reached. It is tried again automatically.',
  'not-a-store': 'Something else answers instead of the file store: check its address in Settings.',
  busy: 'The file store is busy. It is tried again automatically.',
  full: 'The file store is full: ask IT support.',
  'file-lost': 'A file is missing or damaged here. Select “Move to drafts” and add it again.',
} as const satisfies Record<UploadHold, string>

/** The files of a claim on their way to the file store. */
export const enFiles = {
  files: {
    badge: 'Waiting for files',
    'badge-lost': 'A file is lost',
    uploaded: 'Uploaded',
    waits: 'Waiting for upload',
    share: '{percent} % uploaded',
    count: 'Its file is not uploaded yet | {uploaded} of {n} files uploaded',
    left: '{count}, about {duration} left.',
    'left-soon': '{count}, less than a minute left.',
    'link-awaited': 'The link is added after the upload',
    follows: 'The claim follows automatically.',
    unremoved:
      '1 file is still to be removed from the file store. | {n} files are still to be removed from the file store.',
    'removed-too': 'Uploaded files are removed too.',
    'removed-in-doubt':
      'Uploaded files are removed too: if the insurer has the claim, its links no longer open.',
    stay: 'Uploaded files stay in the file store. Ask IT support to remove them.',
    store: {
      title: 'File store',
      nothing: 'Nothing is waiting for upload.',
      files: '1 file | {n} files',
      waits: '{what} of 1 claim still to upload ({size}). | {what} of {n} claims still to upload ({size}).',
      left: 'About {duration} left.',
      'left-soon': 'Less than a minute left.',
      progress: 'Uploaded so far',
      next: 'Next try: {when}.',
      'to-remove': '1 unused file to remove. | {n} unused files to remove.',
      'refused-removals':
        '1 unused file may not be removed. Ask IT support. | {n} unused files may not be removed. Ask IT support.',
    },
    'not-going': 'Files are not uploaded',
    holds,
  },
} as const
