import { createTransport } from 'nodemailer'
import { explainSmtpError } from './smtp-errors.ts'

export interface Mailbox {
  readonly name: string
  readonly address: string
}

export interface Mail {
  /** Without angle brackets. The same for every attempt, so that a mail sent twice is shown once. */
  readonly messageId: string
  readonly from: Mailbox
  readonly to: string
  readonly replyTo: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** A person wrote it: autoresponders may answer it. */
  readonly fromPerson?: boolean
  readonly attachments?: readonly { readonly name: string; readonly content: Buffer }[]
  /** Address for one-click unsubscription (RFC 8058); notification emails only. */
  readonly unsubscribe?: string
}

export interface Mailer {
  /** Passes the mail to the server. @throws MailRefused when a retry is useless, any other error when it may succeed */
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server refused this mail permanently (RFC 5321 section 4.2.1). */
export class MailRefused extends Error {}

/**
 * Sends through one SMTP server over a small pool of connections. `smtpUrl`: `smtp://user:password@host:port` or
 * `smtps://…`.
 */
export function createMailer({ smtpUrl }: { smtpUrl: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // A template must not be able to include files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          messageId: `<${mail.messageId}>`,
          from: { ...mail.from },
          to: { name: '', address: mail.to },
          // An object, so that its content cannot be parsed as a second address.
          replyTo: { name: '', address: mail.replyTo },
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          attachments: (mail.attachments ?? []).map(({ name, content }) => ({ filename: name, content })),
          headers: {
            // Prevents automatic replies (RFC 3834).
            ...(mail.fromPerson === true ? {} : { 'Auto-Submitted': 'auto-generated' }),
            ...(mail.unsubscribe === undefined
              ? {}
              : { 'List-Unsubscribe': `<${mail.unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        })
      } catch (error) {
        throw isPermanent(error) ? new MailRefused(error.message, { cause: error }) : explainSmtpError(error, smtpUrl)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * A 5xx reply to the recipient or the content. Refused credentials (EAUTH) are a configuration error, and worth a
 * retry.
 */
function isPermanent(error: unknown): error is Error & { responseCode: number } {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return (
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500 &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  )
}
