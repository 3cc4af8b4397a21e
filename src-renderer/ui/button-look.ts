export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

const looks: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-control bg-surface text-ink hover:border-accent hover:bg-accent-soft',
  ghost: 'border-transparent text-accent hover:bg-accent-soft hover:text-accent-strong',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
}
const sizes: Readonly<Record<ButtonSize, string>> = {
  md: 'h-9 gap-2 px-3.5',
  sm: 'h-7 gap-1.5 px-2.5 text-small',
}
const every =
  'inline-flex shrink-0 items-center justify-center rounded-md border text-sm font-medium whitespace-nowrap ' +
  'transition-colors select-none ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted '

/** The classes of a button, for `BaseButton` and for lists with too many rows for a component each. */
export function buttonLook(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return `${every} ${looks[variant]} ${sizes[size]}`
}
