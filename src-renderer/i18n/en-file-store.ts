import type { FileStore, StoreKeyStatus, StoreProblem } from '#shared/domain/file-store.ts'
import type { Words } from './words.ts'

/** What “Check the store” found, and what to do about it. */
const check = {
  works: {
    title: 'The file store works',
    text: 'A test file was uploaded and opened through its link.',
  },
  'wrong-key': {
    title: 'The store does not accept the access key',
    text: 'Compare both parts of the key with the store.',
  },
  'no-bucket': {
    title: 'There is no such bucket in this region',
    text: 'Compare the bucket, region and address with the store.',
  },
  'not-allowed': {
    title: 'The access key may not add files',
    text: 'At the store, allow it to add and read files in this folder.',
  },
  'link-not-public': {
    title: 'The link does not open',
    text: 'Check the address of the links, and let everyone open files there.',
  },
  'clock-wrong': {
    title: 'This computer’s clock is wrong',
    text: 'Set the clock, then check again.',
  },
  'no-connection': {
    title: 'The store could not be reached',
    text: 'Check the address and the network, then check again.',
  },
  tls: {
    title: 'No secure connection to the store',
    text: 'Its certificate is not trusted, has expired, or is for another address. IT support can add the office’s own.',
  },
  'not-a-store': {
    title: 'This is not a file store',
    text: 'Check the address, or sign in to the network with a web browser.',
  },
  busy: { title: 'The store is busy', text: 'Check again in a few minutes.' },
  full: {
    title: 'The store is full',
    text: 'Ask IT support to make room.',
  },
} as const satisfies Record<StoreProblem | 'works', Words>

const key = {
  none: { title: 'No access key is set', text: 'Files wait on this computer.' },
  kept: {
    title: 'Access key {id} is set',
    text: 'Its secret is encrypted by this computer’s password store.',
  },
  'session-only': {
    title: 'Access key {id} is set until you quit',
    text: 'It cannot be stored safely. Enter it at each start.',
  },
  'other-origin': {
    title: 'The access key is for another store',
    text: 'It belongs to {origin}. Enter the key for this store.',
  },
  forgotten: {
    title: 'Enter the access key again',
    text: 'This computer cannot store it safely.',
  },
  unreadable: {
    title: 'The access key cannot be opened',
    text: 'It was encrypted elsewhere. Enter it again.',
  },
} as const satisfies Record<Exclude<StoreKeyStatus['type'], 'practice'>, Words>

const style = {
  host: 'bucket.store.example',
  path: 'store.example/bucket',
} as const satisfies Record<FileStore['style'], string>

const form = {
  endpoint: 'Address of the store',
  'endpoint-hint': 'Without the bucket, such as https://s3.eu-west-2.amazonaws.com',
  region: 'Region',
  'region-hint': 'As the store names it, such as eu-west-2 or auto.',
  'region-invalid': 'Enter the region: letters, digits and hyphens.',
  bucket: 'Bucket',
  'bucket-hint': 'Where the store keeps the files.',
  'bucket-invalid': 'Enter the bucket’s name without spaces or a slash.',
  prefix: 'Folder in the bucket',
  'prefix-hint': 'Optional, such as claims/',
  'prefix-invalid': 'Use letters, digits, hyphens and dots, and a slash after each folder.',
  style: 'Position of the bucket’s name',
  'style-hint': 'How the store writes its addresses.',
  links: 'Address of the links',
  'links-hint': 'Open to everyone, under names that cannot be guessed.',
  'links-required': 'Enter the address of the links.',
  'endpoint-required': 'Enter the address of the store.',
  id: 'Access key ID',
  'id-hint': 'The part that is not secret.',
  'id-invalid': 'Enter the ID without spaces.',
  secret: 'Secret access key',
  'secret-hint': 'It is never shown again.',
  'secret-invalid': 'Enter the secret without spaces.',
  'kept-hint': 'A key is set. Leave both empty to use it.',
  save: 'Check and use',
  'even-offline': 'Use without the check',
  declined: 'The new store was not allowed. Nothing was changed.',
} as const

/** The file store, and files on their way to it. */
export const enFileStore = {
  'file-store': {
    intro: 'Photos and reports are uploaded there. Claims carry their links.',
    none: {
      title: 'No file store is set',
      text: 'Files stay here, and officers enter links. IT support can set one up.',
    },
    'set-up': 'Set up a file store',
    practice: {
      title: 'Practice has its own file store',
      text: 'It is inside Claims Desk. Links open on this computer only.',
    },
    bucket: 'Bucket and folder',
    links: 'Links',
    'enter-key': 'Enter access key',
    check: 'Check the store',
    'check-saying': 'The store says: “{saying}”',
    'clock-ahead': 'It is 1 minute ahead. | It is {n} minutes ahead.',
    'clock-behind': 'It is 1 minute behind. | It is {n} minutes behind.',
    listable: {
      title: 'Anyone can list the files of this store',
      text: 'At the store, remove the right to list the bucket. Leave the right to read files.',
    },
    'not-removable': 'The access key may not delete: files of discarded claims stay.',
    removed: 'File store removed.',
    saved: 'File store set.',
    key,
    result: check,
    form,
    style,
  },
  files: {
    uploaded: 'Uploaded',
    waits: 'Not uploaded yet',
    share: '{percent} % uploaded',
    'link-awaited': 'The link is added after the upload',
    'removed-too': 'Uploaded files are removed too: links to them no longer open.',
    stay: 'Uploaded files stay in the file store. Ask IT support to remove them.',
    store: {
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
  },
} as const
