/** How the work of an office is done, in one or two sentences each; they come with the help. */
export const enHowTo = {
  'how-to': {
    day: {
      title: 'Everyday work',
      reference: {
        title: 'Reference',
        text: 'A claim has one reference for its whole life. A corrected claim keeps it, and search finds it.',
      },
      dates: {
        title: 'Dates',
        text: 'Enter 14/3/26, 3 Nov, today or yesterday. The whole date is shown below.',
      },
      evidence: {
        title: 'Missing evidence',
        text: 'Where head office allows it, select “{died}” or “{later}” instead of adding a file.',
      },
      photo: {
        title: 'Photo beside the form',
        text: 'Select the picture of a photo to read from it while you type.',
      },
      draft: {
        title: 'Draft',
        text: 'What you type is saved. To remove a draft, select “Delete draft” on its form.',
      },
      correct: {
        title: 'Not accepted',
        text: '“Needs you” in Claims and Today lists them with the reason. Select “Correct”.',
      },
      claims: {
        title: 'Claims',
        text: 'A row has the next action. Select the row for everything else.',
      },
      wrong: {
        title: 'A mistake in a received claim',
        text: 'On its page, select “More”, then “Something is wrong”.',
      },
      undo: {
        title: 'Discarded by mistake',
        text: 'Select “Undo” within ten seconds, or press {undo}. “Everything” in Claims has earlier ones.',
      },
      search: {
        title: 'Search',
        text: '{search} finds claims, drafts, requests, pharmacies and settings. Claims has a search of its own.',
      },
      steps: {
        title: 'Next claim',
        text: '{previous} and {next} go through the list that you opened the claim from.',
      },
      pharmacies: {
        title: 'Pharmacies',
        text: 'Download all of them once. Without a connection, they are searched on this computer.',
      },
      'day-report': {
        title: 'Day report',
        text: 'It has what is open, the sums and each claim of a day. Print it, or save it as CSV.',
      },
      settings: {
        title: 'Settings',
        text: 'A change is saved at once. Select “Undo” within ten seconds, or press {undo}. Find a setting in your own words.',
      },
    },
    office: {
      title: 'For managers',
      'set-up': {
        title: 'New computer',
        text: 'At the first start, select “Set up from a file” and enter head office’s passphrase.',
      },
      key: {
        title: 'New key',
        text: 'A signed file from head office can replace the key. “Connection” shows when.',
      },
      backup: {
        title: 'Scheduled backup',
        text: 'Set a folder and a passphrase in Settings. Each day after 15:00 a backup is saved there.',
      },
      status: {
        title: 'Status for head office',
        text: 'Where a folder is set, this computer saves counts and alarms there each hour, without names or policy numbers.',
      },
    },
  },
} as const
