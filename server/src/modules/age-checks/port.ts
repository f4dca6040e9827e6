/** The port to an external party that certifies a member's age. */

/** One question about one member; single use. */
export interface AgeQuestion {
  /** Returned inside what the wallet signs. */
  readonly nonce: string
  /** Returned beside it, unsigned. */
  readonly state: string
  /** Where the wallet posts its answer. */
  readonly responseUri: string
}

export type AgeAnswer =
  | { readonly outcome: 'over_18' | 'under_18' }
  /**
   * Invalid: an untrusted issuer, another audience or nonce, expired, or without the age. @property reason for the log
   */
  | { readonly outcome: 'refused'; readonly reason: string }

export interface AgeVerifier {
  /** The URL that opens the member's wallet with the question. */
  ask(question: AgeQuestion): string
  /** Verifies the wallet's answer. Nothing of it is stored. @throws when the issuer's keys cannot be read */
  read(presentation: string, question: Pick<AgeQuestion, 'nonce' | 'responseUri'>): Promise<AgeAnswer>
}
