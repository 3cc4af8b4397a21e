import { computed, type ComputedRef } from 'vue'
import type { SecretRules } from '#shared/domain/officer.ts'
import { unmanaged } from '#shared/managed-settings.ts'
import { t } from '#renderer/i18n/index.ts'
import { useAppStatus } from '#renderer/stores/app-status.ts'

/** The rules for PINs and passphrases on this computer. */
export function useSecretRules(): ComputedRef<SecretRules> {
  const app = useAppStatus()
  return computed(() => app.status?.managed.secretRules ?? unmanaged.secretRules)
}

/** The rules in words, for the hint of the field. */
export function secretHint({ minimumLength: n, needsLetters }: SecretRules): string {
  if (needsLetters) return t('managed.pin-hint-letters', { n })
  return n === unmanaged.secretRules.minimumLength ? t('officers.secret-hint') : t('managed.pin-hint', { n })
}
