/** The part of js-yaml that is used; the package has no types. */
declare module 'js-yaml' {
  /** Parses YAML; its errors contain the whole text. */
  export function load(text: string): unknown
}
