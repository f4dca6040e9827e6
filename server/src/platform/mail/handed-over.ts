import type { SendMailOptions, Transporter } from 'nodemailer'

/** A mail, and who hears that all of it was handed to the relay. */
export type FollowedMail = SendMailOptions & { readonly onHandedOver?: () => void }

/**
 * Makes a transport say when it has handed over a whole mail, of which only the answer is missing. Its errors do not: a
 * time-out and a lost connection are the same before and after that.
 */
export function followHandingOver(transport: Transporter): void {
  transport.use('stream', ({ data, message }, done) => {
    const { onHandedOver } = data as FollowedMail
    if (message && onHandedOver) {
      const read = message.createReadStream.bind(message)
      // What leaves, signed: a signature reads the mail before anything is sent.
      message.createReadStream = (options) => read(options).once('end', onHandedOver)
    }
    done()
  })
}
