/** The values an issuer's response is checked against; created by `begin`, sealed in the browser, single use. */
export interface Handshake {
  readonly state: string
  readonly nonce: string
  /** PKCE: makes an intercepted code useless. */
  readonly verifier: string
}

/** Claims of the issuer about a person; all of them are signed. */
export interface Claims {
  readonly issuer: string
  /** The person's permanent id at the issuer. */
  readonly subject: string
  readonly email: string | undefined
  /** Whether the issuer has verified the address. */
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
  /** The URL to redirect to; undefined when the issuer is unreachable. */
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
