/** The texts of the screens for claims, drafts and pharmacies. */
export const enClaims = {} as const
