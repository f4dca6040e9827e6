/** The port between the age checks and a party outside that vouches for a member's age. */

/** What is asked, once, of one member. */
export interface AgeQuestion {
  /** Comes back inside what the wallet signs. */
  readonly nonce: string
  /** Comes back beside it. */
  readonly state: string
  /** Where the wallet posts its answer. */
  readonly responseUri: string
}

export type AgeAnswer =
  | { readonly outcome: 'over_18' | 'under_18' }
  /** Not signed by whom we trust, not for us, not for this question, too old, or without the age. @property reason for the log */
  | { readonly outcome: 'refused'; readonly reason: string }

export interface AgeVerifier {
  /** The address that opens the member's wallet with the question. */
  ask(question: AgeQuestion): string
  /** What the wallet's answer shows. Nothing of it is kept. @throws when the issuer's keys cannot be read now */
  read(presentation: string, question: Pick<AgeQuestion, 'nonce' | 'responseUri'>): Promise<AgeAnswer>
}
