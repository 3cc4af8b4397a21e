import type { FileStore, StoreKeyStatus, StoreProblem } from '#shared/domain/file-store.ts'

interface Words {
  readonly title: string
  readonly detail: string
}

/** What “Check the store” found, and what to do about it. */
const check = {
  works: {
    title: 'The file store works',
    detail: 'A small file was uploaded and opened through its link, as the insurer will open it.',
  },
  'wrong-key': {
    title: 'The store refuses the access key',
    detail: 'Compare both halves of the key with what the store shows, or make a new key there.',
  },
  'no-bucket': {
    title: 'There is no such bucket',
    detail: 'Compare the bucket’s name, the region and the address with what the store shows.',
  },
  'not-allowed': {
    title: 'The access key may not write there',
    detail:
      'The key is right, but the store does not let it add and read files in this folder. Give it that right at the store.',
  },
  'link-not-public': {
    title: 'The link does not open',
    detail:
      'The file was uploaded, but without a key its link shows something else, and the insurer has none. Compare the address of the links, let everybody read the files at the store, or choose signed links.',
  },
  'clock-wrong': {
    title: 'This computer’s clock is wrong, so the store refuses',
    detail: 'Set the clock of this computer, best by itself over the network, and check again.',
  },
  'no-connection': {
    title: 'The store could not be reached',
    detail: 'Look at the spelling of its address and at the network, then check again.',
  },
  'not-a-store': {
    title: 'This is not a file store',
    detail:
      'Something answers at this address, but not as an S3-compatible store does. Compare the address. If it is right, sign in to the network with a web browser first.',
  },
  busy: { title: 'The store is busy', detail: 'It asked to wait. Check again in a few minutes.' },
  full: {
    title: 'The store is full',
    detail: 'It takes no more files. Let IT support make room.',
  },
} as const satisfies Record<StoreProblem | 'works', Words>

const key = {
  none: { title: 'No access key is set', detail: 'Files wait on this computer until one is entered.' },
  kept: {
    title: 'Access key {id} is set',
    detail: 'Its secret is encrypted by this computer’s password store and is never shown.',
  },
  'session-only': {
    title: 'Access key {id} is set until you quit',
    detail: 'This computer has no safe place to keep it, so it must be entered again at each start.',
  },
  'other-origin': {
    title: 'The access key is for another store',
    detail: 'It was entered for {origin} and is sent only there. Enter the key for this store.',
  },
  forgotten: {
    title: 'The access key was forgotten',
    detail: 'This computer has no safe place to keep it. Enter it again.',
  },
  unreadable: {
    title: 'The kept access key cannot be opened',
    detail: 'It was encrypted under another account or on another computer. Enter it again.',
  },
} as const satisfies Record<Exclude<StoreKeyStatus['type'], 'practice'>, Words>

const kind = {
  aws: 'Amazon S3',
  r2: 'Cloudflare R2',
  spaces: 'DigitalOcean Spaces',
  backblaze: 'Backblaze B2',
  google: 'Google Cloud Storage',
  minio: 'MinIO',
  other: 'Another S3-compatible store',
} as const

const style = {
  host: 'In front of the address: bucket.store.example',
  path: 'Behind the address: store.example/bucket',
} as const satisfies Record<FileStore['style'], string>

const form = {
  kind: 'Kind of store',
  'kind-hint': 'Fills in what is the same for everybody.',
  endpoint: 'Address of the store',
  'endpoint-hint': 'Without the bucket. Replace what stands in angle brackets.',
  region: 'Region',
  'region-hint': 'As the store names it, such as eu-west-2.',
  'region-invalid': 'Enter the region: letters, digits and hyphens.',
  bucket: 'Bucket',
  'bucket-hint': 'The name under which the store keeps the files.',
  'bucket-invalid': 'Enter the bucket’s name as the store shows it: no spaces and no slash.',
  prefix: 'Folder in the bucket',
  'prefix-hint': 'Empty for none, or such as claims/',
  'prefix-invalid': 'Use letters, digits, hyphens and dots, with a slash only behind each folder.',
  style: 'Where the bucket’s name stands',
  links: 'Links for the insurer',
  public: 'Open for as long as the file is there',
  'public-hint': 'The store lets everybody read a file whose name they know; nobody can guess one.',
  signed: 'Signed links that end after 7 days',
  'signed-hint':
    'Everything at the store stays closed. Insurers often look at a claim only months later: then the link no longer opens.',
  base: 'Address of the links',
  'base-required': 'Enter the address below which the files open.',
  'endpoint-required': 'Enter the address of the store.',
  'base-hint': 'Where the bucket’s files open without a key, such as https://files.merchant.example',
  id: 'Access key ID',
  'id-hint': 'The half of the key that is not secret.',
  'id-invalid': 'Enter the ID as the store shows it, without spaces.',
  secret: 'Secret access key',
  'secret-hint': 'It is never shown again.',
  'secret-invalid': 'Enter the secret as the store shows it, without spaces.',
  'kept-hint': 'A key is kept for this store. Leave both empty to use it.',
  save: 'Check and use',
  'even-offline': 'Use without the check',
  unchanged: 'Nothing was changed.',
  declined: 'The new store was not allowed. Nothing was changed, and nothing was sent there.',
} as const

export const enFileStore = {
  'file-store': {
    title: 'File store',
    intro:
      'Photos and reports of a claim are uploaded to the merchant’s own store; the claim carries their links.',
    none: {
      title: 'No file store is set',
      detail:
        'Files that officers add stay on this computer, and links are typed in by hand. IT support can set up any S3-compatible store.',
    },
    'set-up': 'Set up a file store',
    practice: {
      title: 'Practice has a file store of its own',
      detail: 'It is inside Claims Desk: files go nowhere else, and their links open on this computer alone.',
    },
    address: 'Address',
    bucket: 'Bucket and folder',
    region: 'Region',
    links: 'Links',
    'links-signed': 'Signed; they end after 7 days',
    change: 'Change',
    'enter-key': 'Enter access key',
    check: 'Check the store',
    'check-saying': 'The store says: “{saying}”',
    'clock-ahead': 'It is 1 minute ahead of the store’s. | It is {n} minutes ahead of the store’s.',
    'clock-behind': 'It is 1 minute behind the store’s. | It is {n} minutes behind the store’s.',
    listable: {
      title: 'Anybody can list the files of this store',
      detail:
        'Strangers can find every photo and report without knowing a name. Take away the right to list the bucket at the store, and leave only the right to read a file. Then check again.',
    },
    'not-removable':
      'The small file could not be removed again: the access key may not delete. Files of claims that are discarded or forgotten then stay in the store.',
    remove: 'Remove',
    'remove-title': 'Remove the file store from this computer?',
    'remove-description':
      'The access key is forgotten. Claims that wait for their files wait on, until a store is set again or an officer types links instead. What is in the store stays there.',
    'remove-key-description':
      'The access key is forgotten. Claims that wait for their files wait on, until it is entered again. What is in the store stays there.',
    removed: 'The file store is removed.',
    saved: 'The file store is set.',
    key,
    result: check,
    form,
    kind,
    style,
  },
  photos: {
    title: 'Photos',
    intro:
      'Photos are made smaller before they are kept and sent, and lose what they say of place and camera. PDFs stay as they are.',
    side: 'Longer side, in pixels',
    'side-hint': 'At 2000, small print stays readable. From 800 to 8000.',
    'side-invalid': 'Enter a whole number from 800 to 8000.',
    'side-save': 'Save side',
    quality: 'Quality',
    'quality-hint': 'From 30 to 100. Above 80 files grow fast and look much the same.',
    'quality-invalid': 'Enter a whole number from 30 to 100.',
    'quality-save': 'Save quality',
    originals: 'Keep the originals on this computer too',
    'originals-hint':
      'They are never sent. Four photos of a phone take 10 to 20 MB more on the disk and in backups, and say where they were taken.',
  },
} as const
