/** The report for support: reading it, and saving it. */
export const enSupport = {
  support: {
    title: 'Support',
    intro: 'Support needs to know the state of this computer. The report has no claim, person, link or key.',
    open: 'Report for support',
    'report-title': 'Report for support',
    'report-detail':
      'Versions, settings, counts and the log, exactly as shown. Nothing is sent: you send the file yourself.',
    'report-text': 'Text of the report',
    save: 'Save as a file',
    saved: 'Report saved. Only your account can open the file.',
  },
} as const
