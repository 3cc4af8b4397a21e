/** Keeps the end of what a program says. */
export class Tail {
  readonly #maxCharacters: number
  #text = ''

  constructor(maxCharacters = 16_000) {
    this.#maxCharacters = maxCharacters
  }

  add(text: string): void {
    this.#text = (this.#text + text).slice(-this.#maxCharacters)
  }

  get text(): string {
    return this.#text
  }

  /** The last lines, without empty ones. */
  lines(count: number): readonly string[] {
    return this.#text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .slice(-count)
  }
}
