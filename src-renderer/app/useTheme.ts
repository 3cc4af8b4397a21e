import { watchEffect } from 'vue'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** Applies the chosen theme to the document; without a choice, the system's theme applies (styles/base.css). */
export function useTheme(): void {
  const app = useAppStatus()
  watchEffect(() => {
    const theme = app.status?.settings.theme ?? 'system'
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  })
}
