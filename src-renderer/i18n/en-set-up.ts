/** The texts of setting a computer up from a file. Why a file is not taken in is said by main. */
export const enSetUp = {
  'set-up': {
    title: 'Set up from a file',
    intro: 'Select the file from head office and enter its passphrase.',
    choose: 'Select file',
    'choose-other': 'Select another file',
    passphrase: 'Passphrase',
    'set-up': 'Set up',
    'nothing-changed': 'Nothing was changed.',
    done: 'This computer is set up',
    insurer: 'Insurer: {address}',
    branch: 'Branch: {name}',
    officers:
      'No officers | 1 officer, who signs in with a first PIN | {n} officers, who sign in with a first PIN',
    later: 'The key could not be tried. It is checked when the insurer can be reached.',
    'keep-file': 'Delete the file from this computer.',
  },
} as const
