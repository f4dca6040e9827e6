import { createTransport } from 'nodemailer'
import { type CallNote, callOut } from '#platform/process/calls.ts'
import { type FollowedMail, followHandingOver } from './handed-over.ts'
import { classOfReply, isAboutRecipient, type FailureClass, type MailReply } from './mail-reply.ts'
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
  /** Message-IDs, with their brackets, of the mail that it answers and of the mails before it. */
  readonly inReplyTo?: string
  readonly references?: readonly string[]
  /** A person wrote it: autoresponders may answer it. */
  readonly fromPerson?: boolean
  readonly attachments?: readonly { readonly name: string; readonly content: Buffer }[]
  /** Address for one-click unsubscription (RFC 8058); notification emails only. */
  readonly unsubscribe?: string
  /** The address to which servers report that it does not arrive; the sender's if there is none. */
  readonly returnPath?: string
}

export interface Mailer {
  /**
   * Passes the mail to the server. @throws MailRefused for a permanent refusal, MailUnanswered where it may have
   * arrived, any other error when a retry may succeed
   */
  send(mail: Mail): Promise<void>
  /** Connects and signs in. @throws saying what is wrong */
  check(): Promise<void>
  close(): void
}

/** A signature by the sender's domain (RFC 6376), for a relay that does not sign. */
export interface Dkim {
  readonly selector: string
  /** RSA, in PEM. */
  readonly privateKey: string
}

/**
 * What a signature covers if it is there: one-click unsubscription counts only if it is signed (RFC 8058, section 4).
 */
const signedHeaders =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post'

/**
 * This mail was refused permanently (RFC 5321 section 4.2.1). `refusal` is the server's reply; without one, a retry is
 * useless.
 */
export class MailRefused extends Error {
  readonly refusal: Refusal | undefined
  constructor(message: string, options: { readonly cause?: unknown; readonly refusal?: Refusal } = {}) {
    super(message, options)
    this.refusal = options.refusal
  }
}

/** The server was given the whole mail and said neither yes nor no: a retry may succeed, and may be a second copy. */
export class MailUnanswered extends Error {}

/** A server's reply to a mail. `hard` only if it is about the recipient: all else says nothing about the address. */
export interface Refusal extends MailReply {
  readonly class: FailureClass
}

/** By what calls to the relay are known. */
export const mailService = 'mail'

/**
 * A relay may search a mail for viruses before it answers: a client that gives up sooner sends it again (RFC 5321,
 * 4.5.3.2.6).
 */
const longestAnswerMs = 10 * 60_000

/**
 * What it says before that it says at once. A few mails for which it does not would otherwise hold all connections for
 * as long, and nothing was handed over: trying again makes no second copy.
 */
const longestHandingOverMs = 60_000

interface Relay {
  /** `smtp://user:password@host:port` or `smtps://…` */
  readonly smtpUrl: string
  readonly dkim?: Dkim | undefined
  /** How long it may take to answer for a mail that it has; ten minutes. */
  readonly answerMs?: number
  /** How long it may take until it has a mail; one minute. */
  readonly handingOverMs?: number
}

/** Sends through one SMTP server over a small pool of connections. */
export function createMailer({
  smtpUrl,
  dkim,
  answerMs = longestAnswerMs,
  handingOverMs = longestHandingOverMs,
}: Relay): Mailer {
  const options = {
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    // A template must not be able to include files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = createTransport({
    ...options,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    socketTimeout: answerMs,
    // A connection that rests for longer may be lost without anyone having said so.
    idleTimeout: 30_000,
  })
  followHandingOver(transport)
  const passOn = (mail: FollowedMail): Promise<void> =>
    callOut('SMTP', new URL(smtpUrl), async (note) => {
      note.service = mailService
      try {
        await transport.sendMail(mail)
        note.status = 250
      } catch (error) {
        noteFailure(note, error)
        throw error
      }
    })
  return {
    async send(mail) {
      let isHandedOver = false
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), handingOverMs)
      try {
        await passOn({
          signal: limit.signal,
          onHandedOver() {
            isHandedOver = true
            clearTimeout(timer)
          },
          messageId: `<${mail.messageId}>`,
          from: { ...mail.from },
          to: { name: '', address: mail.to },
          ...(mail.returnPath !== undefined && { envelope: { from: mail.returnPath, to: mail.to } }),
          ...(dkim && {
            dkim: {
              domainName: domainOf(mail.from.address),
              keySelector: dkim.selector,
              privateKey: dkim.privateKey,
              headerFieldNames: signedHeaders,
            },
          }),
          // An object, so that its content cannot be parsed as a second address.
          replyTo: { name: '', address: mail.replyTo },
          subject: mail.subject,
          ...(mail.inReplyTo !== undefined && { inReplyTo: mail.inReplyTo }),
          ...(mail.references?.length && { references: [...mail.references] }),
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
        const refusal = refusalOf(error)
        const isFinal = refusal !== undefined && (refusal.code ?? 0) >= 500
        if (isFinal) throw new MailRefused((error as Error).message, { cause: error, refusal })
        const explained = explainSmtpError(error, smtpUrl)
        throw isHandedOver && refusal === undefined
          ? new MailUnanswered(explained instanceof Error ? explained.message : String(explained), { cause: explained })
          : explained
      } finally {
        clearTimeout(timer)
      }
    },
    async check() {
      try {
        await createTransport({ ...options, socketTimeout: handingOverMs }).verify()
      } catch (error) {
        throw explainSmtpError(error, smtpUrl)
      }
    },
    close: () => transport.close(),
  }
}

/** A relay that refuses this mail works. */
function noteFailure(note: CallNote, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = refusalOf(error)?.code
  if (status != null) note.status = status
  if (code === 'EENVELOPE' || code === 'EMESSAGE') note.fault = null
  else note.fault = code === 'EAUTH' || code === 'ENOAUTH' ? 'credentials' : 'silent'
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * The reply to the recipient, the sender or the content; undefined for a connection that failed and for refused
 * credentials (EAUTH), which are a configuration error.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined
  const { responseCode, code, command, response } = error as Error & Readonly<Record<string, unknown>>
  if (typeof responseCode !== 'number' || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return undefined
  const reply = { code: responseCode, enhanced: null, text: typeof response === 'string' ? response : error.message }
  const meaning = classOfReply(reply)
  // Of a reply to the sender or the content, only what names the recipient is about them.
  const isTheirs = command === 'RCPT TO' || (command !== 'MAIL FROM' && isAboutRecipient(reply.text))
  return { ...reply, class: meaning === 'hard' && !isTheirs ? 'policy' : meaning }
}
