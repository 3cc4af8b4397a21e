import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'

/** What a control inside a `FormField` needs to be named, described and marked as wrong. */
export interface FieldContext {
  readonly id: ComputedRef<string>
  readonly describedBy: ComputedRef<string | undefined>
  readonly invalid: ComputedRef<boolean>
  readonly required: ComputedRef<boolean>
  /** Set by managed settings: shown, but read-only. */
  readonly managed: ComputedRef<boolean>
}

const key: InjectionKey<FieldContext> = Symbol('field')

/** Called by `FormField`. */
export function provideField(context: FieldContext): void {
  provide(key, context)
}

/** Classes of every text control. */
const controlClass =
  'w-full rounded-md border bg-surface px-2.5 text-sm text-ink placeholder:text-muted ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted read-only:[&:is(input)]:bg-sunken ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0'

/**
 * What a control takes over from the field around it: name, description, state and look. Without a field it needs an
 * `aria-label`.
 */
export function useControl() {
  const field = inject(key, null)
  const border = computed(() =>
    field?.invalid.value === true ? 'border-danger' : 'border-control hover:border-accent',
  )
  const attributes = computed(() => ({
    id: field?.id.value,
    'aria-describedby': field?.describedBy.value,
    'aria-invalid': field?.invalid.value ? ('true' as const) : undefined,
    'aria-required': field?.required.value ? ('true' as const) : undefined,
    class: [controlClass, border.value],
  }))
  return { field, border, attributes }
}
