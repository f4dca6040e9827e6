import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Collection } from '../collection.ts'
import type { Mail } from './mail.ts'
import { receive } from './receive.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** An SMTP server that accepts every mail from this machine and stores it in the inbox. */
export function createSmtpServer(mails: Collection<Mail>): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    // A production server recognises by this banner that mails sent here are not delivered.
    banner: 'Incontro sandbox',
    closeTimeout: 300, // ms: a client with an open connection must not keep the sandbox from stopping
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'sandbox' }),
    size: MAX_BYTES,
    onData(stream, session, done) {
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) return done(new Error('Message too large'))
          await receive(
            mails,
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          )
          done(null, 'Filed in the sandbox inbox')
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))))
    },
  })
}
