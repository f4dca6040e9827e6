/** What an answer of the issuer is held against; made by `begin`, kept sealed in the browser, used once. */
export interface Handshake {
  readonly state: string
  readonly nonce: string
  /** PKCE: an intercepted code is of no use. */
  readonly verifier: string
}

/** What the issuer says of somebody; every word of it is checked against its signature. */
export interface Claims {
  readonly issuer: string
  /** Who somebody is there, for good. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the issuer says that the address is theirs. */
  readonly emailVerified: boolean
  readonly givenName: string | undefined
}

export interface IssuerAnswer {
  readonly code: string
  readonly state: string
  readonly iss: string | undefined
}

/** An OpenID Connect issuer that signs people in. */
export interface IdentityIssuer {
  readonly issuer: string
  /** Where to send the browser; undefined when the issuer cannot be reached. */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly handshake: Handshake } | undefined>
  /** Exchanges the code and checks everything: issuer, audience, times, nonce, state, PKCE, signature. */
  finish(
    redirectUri: string,
    handshake: Handshake,
    answer: IssuerAnswer,
  ): Promise<
    | { readonly outcome: 'claims'; readonly claims: Claims }
    | { readonly outcome: 'refused'; readonly reason: string }
    | { readonly outcome: 'unreachable'; readonly reason: string }
  >
}
