/** The tokens of one start of a widget, in memory only. */
export class Tokens {
  readonly #known = new Set<string>();
  #asking: Promise<string> | undefined;

  /** `ask` gets a new token. */
  constructor(readonly ask: () => Promise<string>) {}

  /** Requests a token. Calls at the same time share one request. */
  next(): Promise<string> {
    const noted = async () => this.remember(await this.ask());
    return (this.#asking ??= noted().finally(() => (this.#asking = undefined)));
  }

  /** Remembers a token, so that `redact()` can remove it. */
  remember(token: string): string {
    this.#known.add(token);
    return token;
  }

  /** Removes the tokens from a message of the vendor. */
  async redact(text: string): Promise<string> {
    const { redactToken } = await import('./redact-token.js');
    return [...this.#known].reduce(redactToken, text);
  }
}
