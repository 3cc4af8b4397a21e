import { readonly, shallowRef, watch, type Ref } from 'vue'
import { directionOf } from '#shared/language/language.ts'
import { showLanguage } from '#renderer/i18n/languages.ts'
import { shownLocale } from '#renderer/i18n/locale.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/**
 * Shows the language set in main, and sets the document's `lang` and `dir`.
 * @returns whether the first language is loaded; before that, nothing is shown that would change a moment later.
 */
export function useLanguage(): Readonly<Ref<boolean>> {
  const app = useAppStatus()
  const isReady = shallowRef(false)
  watch(
    () => app.status?.language,
    async (tag) => {
      if (tag === undefined) return
      await showLanguage(tag)
      document.documentElement.lang = tag === 'en' ? shownLocale.value : tag
      document.documentElement.dir = directionOf(tag)
      isReady.value = true
    },
    { immediate: true },
  )
  return readonly(isReady)
}
