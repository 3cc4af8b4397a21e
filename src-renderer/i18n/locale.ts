import { computed, shallowRef, type ComputedRef } from 'vue'
import { localeOf, sourceLanguage } from '#shared/language/language.ts'

/** The tag of the language that is shown. */
export const shownLanguage = shallowRef(sourceLanguage)
/** The locale of its dates and numbers. */
export const shownLocale = computed(() => localeOf(shownLanguage.value))

/** A value built for a locale, and rebuilt when the language changes. */
export function perLocale<T>(make: (locale: string) => T): ComputedRef<T> {
  return computed(() => make(shownLocale.value))
}
