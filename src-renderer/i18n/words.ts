/** Two sentences of a notice, an empty list or a question: what is, and what that means or what can be done. */
export interface Words {
  readonly title: string
  readonly text: string
}
