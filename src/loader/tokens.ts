/** The tokens of one start of a widget. They are in memory alone, and go with it. */
export class Tokens {
  readonly #known = new Set<string>();
  #asking: Promise<string> | undefined;

  /** `ask` gets a fresh token. */
  constructor(readonly ask: () => Promise<string>) {}

  /** Asks for a token; whoever asks while one is on its way gets that one. */
  next(): Promise<string> {
    const noted = async () => this.note(await this.ask());
    return (this.#asking ??= noted().finally(() => (this.#asking = undefined)));
  }

  /** Remembers a token, to take it out of what others say. */
  note(token: string): string {
    this.#known.add(token);
    return token;
  }

  /** Takes the tokens out of a text of somebody else's. */
  async outOf(text: string): Promise<string> {
    const { withoutToken } = await import('./without-token.js');
    return [...this.#known].reduce(withoutToken, text);
  }
}
