/** The texts about the language of the application. */
export const enLanguage = {
  language: {
    label: 'Language',
    hint: 'Texts that are not translated appear in English.',
    system: 'Same as this computer',
  },
} as const
