import type { UpdateFailure, UpdatesOff } from '#shared/updates.ts'

interface Words {
  readonly title: string
  readonly detail: string
}

const off = {
  'no-feed': {
    title: 'Updates are not set up',
    detail: 'A manager can enter the address.',
  },
  'no-keys': {
    title: 'This version gets no automatic updates',
    detail: 'It was built without keys for updates. Ask IT support for new versions.',
  },
  'not-by-itself': {
    title: 'IT support installs updates',
    detail: 'Claims Desk does not update itself here.',
  },
} as const satisfies Record<UpdatesOff, Words>

const failed = {
  unreachable: {
    title: 'The update address does not answer',
    detail: 'It is tried again automatically.',
  },
  'broken-off': {
    title: 'The download stopped',
    detail: 'It continues automatically.',
  },
  'not-a-feed': {
    title: 'There are no updates at this address',
    detail: 'Check the address, or sign in to the network with a web browser.',
  },
  unsigned: {
    title: 'An unsigned version was blocked',
    detail: 'Nothing was installed. Tell head office.',
  },
  'wrong-signature': {
    title: 'A version with a wrong signature was blocked',
    detail: 'It may have been changed on the way. Nothing was installed. Tell head office.',
  },
  damaged: {
    title: 'The download does not match its signature',
    detail: 'Nothing was installed. If this happens again, tell head office.',
  },
  older: {
    title: 'An older version was blocked',
    detail: 'Nothing was installed. Tell head office.',
  },
  expired: {
    title: 'No news of updates for a year',
    detail: 'There may be a newer version. Check this computer’s date. If it is right, tell head office.',
  },
  'disk-full': {
    title: 'No room for the update',
    detail: 'Make room, then check for updates again.',
  },
  'not-installed': {
    title: 'The update was not installed',
    detail: 'It is offered again. If this continues, tell IT support.',
  },
} as const satisfies Record<UpdateFailure, Words>

/** The texts about updates of the application. */
export const enUpdates = {
  updates: {
    title: 'Updates',
    intro: 'New versions download while you work.',
    version: 'This is version {version}.',
    off,
    failed,
    'not-yet': 'Not checked since Claims Desk was opened.',
    'up-to-date': 'This is the newest version. Checked {when}.',
    checking: 'Checking for updates…',
    downloading: 'Downloading version {version}: {percent} %.',
    check: 'Check for updates',
    'ready-title': 'Version {version} is ready',
    'ready-detail': 'Select “Install now”, or it is installed while you are away. Your work is saved.',
    install: 'Install now',
    later: 'Later',
    'waiting-title': 'Version {version} will be installed in a moment',
    'waiting-detail': 'A claim is being sent. Then Claims Desk reopens.',
    'installing-title': 'Installing version {version}',
    'installing-detail': 'Claims Desk closes and opens again.',
  },
} as const
