/** One message as the language model reads it. */
export interface Turn {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** What came of asking a language model. */
export type Answered =
  | { readonly ok: true; readonly text: string }
  /** `timeout`: it did not begin, or did not end, in time. `refused`: it will not answer this. `unavailable`: all else. `detail` is for the log. */
  | { readonly ok: false; readonly reason: 'timeout' | 'refused' | 'unavailable'; readonly detail: string }

/** A language model that writes an answer. */
export interface LanguageModel {
  /**
   * @param onText called with all that came so far, each time more comes
   * Never throws for what the network or the provider does.
   */
  answer(turns: readonly Turn[], onText: (soFar: string) => void): Promise<Answered>
}
