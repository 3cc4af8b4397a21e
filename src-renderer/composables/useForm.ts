import { computed, nextTick, shallowRef, useTemplateRef } from 'vue'
import { claimLimits } from '#shared/domain/claim.ts'
import { policyNumberOf } from '#shared/domain/policy-number.ts'
import { t } from '#renderer/i18n/index.ts'

/** What is wrong with each field, in words; undefined where nothing is. */
type Problems<F extends string> = Readonly<Partial<Record<F, string | undefined>>>

/**
 * A form that says what is wrong once someone tried to send it, with the focus on the first such field. Its element has
 * `ref="form"`.
 *
 * @param send is called when nothing is wrong
 */
export function useForm<F extends string, A extends readonly unknown[]>(
  problems: () => Problems<F>,
  send: (...args: A) => unknown,
) {
  const form = useTemplateRef<HTMLElement>('form')
  const wasTried = shallowRef(false)

  async function submit(...args: A): Promise<void> {
    wasTried.value = true
    if (Object.values(problems()).every((problem) => problem === undefined)) {
      await send(...args)
      return
    }
    await nextTick()
    form.value?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  return {
    /** What is wrong, for the fields to show; null until it was tried. */
    shown: computed(() => (wasTried.value ? problems() : null)),
    submit,
    /** It was sent, and begins again. */
    reset: () => (wasTried.value = false),
  }
}

/** What is wrong with a policy number that is asked for, in words. */
export function policyProblem(typed: string): string | undefined {
  const { length } = policyNumberOf(typed)
  if (length === 0) return t('look-up.missing')
  return length > claimLimits.policyNumber ? t('look-up.too-long') : undefined
}
