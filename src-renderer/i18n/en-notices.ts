/** The first screen, the ages of what waits, and the settings of notifications. */
export const enNotices = {
  home: {
    'key-session': {
      title: 'The key is forgotten when you quit',
      detail: 'Have the key ready for the next start.',
    },
    'no-store': {
      title: 'Files have no store yet',
      detail: 'Photos and PDFs of claims stay here until a file store is set.',
    },
    title: 'Today',
    'nothing-needed': 'Nothing needs you.',
    'news-title': 'New from the insurer',
    'needs-all': '{n} more',
    since: 'since {when}',
    'do-of': '{action}: {what}',
  },
  notifications: {
    title: 'Notifications',
    intro: 'Shown while this window is closed or hidden, without names or policy numbers.',
    unsupported: 'This computer cannot show notifications',
    'unsupported-detail': 'Ask IT support to turn on a notification service.',
  },
} as const
