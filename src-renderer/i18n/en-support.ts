/** The report for support: reading it, and saving it. */
export const enSupport = {
  support: {
    title: 'Help from support',
    intro:
      'When you ask somebody for help, they need to know how this computer stands. Read what you send: it holds no claim, no person, no link and no key.',
    open: 'Report for support',
    'report-title': 'Report for support',
    'report-detail':
      'This is all of it: versions, settings, counts, codes, and what the log says. It is saved as you see it and sent nowhere. You send the file yourself.',
    form: 'Show and save as',
    'form-text': 'Text',
    'form-text-hint': 'for people to read',
    'form-json': 'JSON',
    'form-json-hint': 'for a program to read, with the same in it',
    'report-text': 'Text of the report',
    save: 'Save as a file',
    saved: 'The report was saved. Only your account on this computer can open the file.',
  },
} as const
