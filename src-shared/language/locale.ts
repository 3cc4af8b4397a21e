/** Dates, numbers, amounts and plurals are those of English as it is written in Nigeria. */
export const locale = 'en-NG'
