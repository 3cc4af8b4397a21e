/** The texts about the language of the application. */
export const enLanguage = {
  language: {
    system: 'Same as this computer',
  },
} as const
