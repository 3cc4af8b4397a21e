import { inject, provide, type ComputedRef, type InjectionKey } from 'vue'

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

/** The field around this control, or null without one (the control then needs an `aria-label`). */
export function useField(): FieldContext | null {
  return inject(key, null)
}

/** Classes of every text control. */
export const controlClass =
  'w-full rounded-md border bg-surface px-2.5 text-sm text-ink placeholder:text-muted ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted read-only:[&:is(input)]:bg-sunken ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0'

/** Border classes of a control, valid or not. */
export function controlBorder(invalid: boolean): string {
  return invalid ? 'border-danger' : 'border-control hover:border-accent'
}
