import type { UpdateFailure, UpdatesOff } from '#shared/updates.ts'

interface Words {
  readonly title: string
  readonly detail: string
}

const off = {
  'no-feed': {
    title: 'Updates are not looked for',
    detail: 'No address is set, so nobody is asked. A manager sets it here, as head office gave it.',
  },
  'no-keys': {
    title: 'This build takes no updates',
    detail:
      'It knows no key by which a genuine version could be told from a forged one, so it asks nobody. Whoever gave you Claims Desk brings you the next version.',
  },
  'not-by-itself': {
    title: 'Claims Desk is not updated by itself here',
    detail: 'IT support installs new versions, in the way this one was installed.',
  },
} as const satisfies Record<UpdatesOff, Words>

const failed = {
  unreachable: {
    title: 'The place where updates come from does not answer',
    detail: 'It is asked again by itself. Claims are not affected.',
  },
  'broken-off': {
    title: 'The download broke off',
    detail: 'It goes on from where it ended, by itself.',
  },
  'not-a-feed': {
    title: 'There are no updates at this address',
    detail:
      'Something else answers there, such as the sign-in page of a network. Check the address; if it is right, sign in to the network with a web browser.',
  },
  unsigned: {
    title: 'A version without a signature was refused',
    detail: 'Nothing was installed. Tell head office.',
  },
  'wrong-signature': {
    title: 'A version with a wrong signature was refused',
    detail:
      'It does not come from whoever makes Claims Desk, or was changed on the way. Nothing was installed. Tell head office.',
  },
  damaged: {
    title: 'What was downloaded is not what was signed',
    detail: 'It was thrown away, and nothing was installed. If this comes again, tell head office.',
  },
  older: {
    title: 'An older version was refused',
    detail: 'This computer knows of a newer one already. Nothing was installed. Tell head office.',
  },
  expired: {
    title: 'The place where updates come from has no news',
    detail:
      'What it says is no longer valid, so it was not used. Tell head office; if the date of this computer is wrong, have it set first. Claims are not affected.',
  },
  'disk-full': {
    title: 'There is no room for the update',
    detail: 'The disk is full. Make some room; then look for it again.',
  },
  'not-installed': {
    title: 'The update was not installed',
    detail:
      'The installer was started, but this is still the version from before. It is offered again by itself. If this comes again, tell IT support.',
  },
} as const satisfies Record<UpdateFailure, Words>

/** The texts about updates of the application. */
export const enUpdates = {
  updates: {
    title: 'Updates',
    intro: 'A new version is downloaded while you work, and never installed while a claim is being sent.',
    version: 'This is version {version}.',
    off,
    failed,
    'not-yet': 'An update was not looked for yet since Claims Desk was opened.',
    'up-to-date': 'This is the newest version for this computer. Looked for {when}.',
    'no-news':
      'No news came from there since {when}. There may be a newer version that this computer does not hear of.',
    checking: 'Looking for an update …',
    downloading: 'Version {version} is being downloaded: {percent} %.',
    check: 'Check for updates',
    'ready-title': 'Version {version} is ready',
    'ready-detail': 'Claims Desk closes and opens again. Drafts are saved; what waits goes out afterwards.',
    'ready-until': 'After {when} it is installed by itself, when you quit or are away.',
    'ready-by-itself':
      'It cannot be put off any longer: it is installed when you quit, or when nobody has used this computer for a while.',
    'put-off': 'You put it off. You are asked again {when}.',
    install: 'Install now',
    later: 'Later',
    'waiting-title': 'Version {version} is installed in a moment',
    'waiting-detail': 'A claim is being sent. As soon as that has ended, Claims Desk closes and opens again.',
    'installing-title': 'Version {version} is being installed',
    'installing-detail': 'Claims Desk closes now and opens again by itself.',
    feed: 'Where updates come from',
    'feed-hint': 'Begins with https://, as head office gave it. Left empty, nobody is asked.',
    'feed-not-https': 'The address must begin with https://, so that nobody on the way can change anything.',
    'feed-save': 'Save where updates come from',
    'feed-saved': 'Saved.',
  },
} as const
