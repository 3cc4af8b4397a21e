/** The texts about the language of the application. */
export const enLanguage = {
  language: {
    label: 'Language',
    hint: 'Texts, dates and numbers. A text that was not translated yet is shown in English.',
    system: 'As this computer has it',
  },
} as const
