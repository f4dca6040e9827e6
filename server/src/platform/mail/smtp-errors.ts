/** What the mail relay's failures mean to the operator, by the code of the SMTP client. */
const sentences: Readonly<Record<string, (relay: string, reason: string) => string>> = {
  EAUTH: (relay, reason) =>
    `${relay} refuses the user or the password (${reason}); percent-encode what they contain of # / ? @ %`,
  ENOAUTH: (relay) => `${relay} asks for a user and a password: smtp://user:password@host:port`,
  EDNS: (relay) => `the host of ${relay} is not known`,
  ECONNECTION: (relay, reason) => `${relay} cannot be reached (${reason})`,
  ETIMEDOUT: (relay) => `${relay} does not answer`,
  // We ended it, as it took too long.
  EABORT: (relay) => `${relay} does not answer`,
  ETLS: (relay, reason) => `no encrypted connection to ${relay} (${reason})`,
  EPROTOCOL: (relay, reason) => `what answers at ${relay} is no mail relay (${reason})`,
}

/** TLS from the start where the relay begins in plain text, or the other way round. */
const wrongStart = /wrong version number|packet length too long|unexpected message|Greeting never received/i

/** A failure of the mail relay as a sentence for the operator, with the original as its cause. */
export function explainSmtpError(error: unknown, smtpUrl: string): unknown {
  if (!(error instanceof Error)) return error
  const { host } = new URL(smtpUrl)
  const { code = '', response } = error as Error & { readonly code?: string; readonly response?: string }
  const relay = `the mail relay ${host}`
  const sentence = wrongStart.test(error.message)
    ? `${relay} does not begin like this: smtps:// is for port 465, smtp:// for 587 and 25`
    : /certificate/i.test(error.message)
      ? `the certificate of ${relay} is not accepted (${error.message})`
      : sentences[code === 'ESOCKET' ? 'ECONNECTION' : code]?.(relay, response ?? error.message)
  return sentence === undefined ? error : Object.assign(new Error(`SMTP_URL: ${sentence}`, { cause: error }), { code })
}
