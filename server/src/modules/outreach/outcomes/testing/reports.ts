/** Reports as mail servers send them, for tests. */

export interface Block {
  readonly recipient?: string
  readonly original?: string
  /** Empty to leave it out. */
  readonly action?: string
  readonly status?: string
  readonly diagnostic?: string
}

export interface Around {
  /** The address to which the report goes. */
  readonly to?: string
  /** The header of the mail that it returns. */
  readonly returned?: string
}

const block = ({ recipient = 'anna@x.example', original, action = 'failed', status, diagnostic }: Block): string =>
  [
    ...(original === undefined ? [] : [`Original-Recipient: ${original}`]),
    `Final-Recipient: rfc822; ${recipient}`,
    ...(action === '' ? [] : [`Action: ${action}`]),
    ...(status === undefined ? [] : [`Status: ${status}`]),
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
  ].join('\r\n')

/** A report about a delivery (RFC 3464). */
export function bounceOf(blocks: Block | readonly Block[], around: Around = {}): string {
  const fields = [blocks].flat().map(block)
  return report('delivery-status', ['Reporting-MTA: dns; mx.example', ...fields].join('\r\n\r\n'), around)
}

/** A complaint (RFC 5965). */
export const complaintOf = (type: string, around: Around = {}): string =>
  report('feedback-report', `Feedback-Type: ${type}\r\nUser-Agent: Test/1\r\nVersion: 1`, around)

const report = (type: string, fields: string, { to = 'bounces@x.example', returned = 'Subject: y' }: Around): string =>
  `From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: ${to}
Subject: Undelivered
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${type};
 boundary="=_b"

--=_b
Content-Type: text/plain

It did not arrive.
--=_b
Content-Type: message/${type}

${fields}

--=_b
Content-Type: message/rfc822

${returned}

The body of the mail
--=_b--
`
    .replaceAll('\r\n', '\n')
    .replaceAll('\n', '\r\n')
