/** What is used of js-yaml, which brings no types. */
declare module 'js-yaml' {
  /** Reads YAML; throws what holds the whole text. */
  export function load(text: string): unknown
}
