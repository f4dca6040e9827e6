import { ConfigError } from '#platform/config.ts'
import type { Environment } from '#platform/database/connection-settings.ts'

/** Where other mail servers report what became of our mails. */
export interface ImapSettings {
  /** The mailbox's address; its server delivers `name+anything@…` to it, too. */
  readonly address: string
  readonly url: string
}

/** A token takes 40 characters of the 64 that a local part may have. */
const longestName = 24

/** @throws ConfigError naming the variable at fault; undefined if no mailbox is connected. */
export function readImapSettings(env: Environment): ImapSettings | undefined {
  const { MAIL_BOUNCE_ADDRESS: address = '', MAIL_BOUNCE_IMAP_URL: url = '' } = env
  if (address === '' && url === '') return undefined
  const [, name = ''] = /^([a-z0-9._-]+)@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.exec(address) ?? []
  if (name === '' || name.length > longestName)
    throw new ConfigError(
      `MAIL_BOUNCE_ADDRESS: must be the address of the mailbox in MAIL_BOUNCE_IMAP_URL, with a name of at most ${longestName} characters and without +`,
    )
  const form = 'imaps://user:password@host:993/INBOX, or imap:// for TLS after the start (143)'
  // The address may contain a password, so no sentence repeats it.
  if (!URL.canParse(url) || !/^imaps?:$/.test(new URL(url).protocol))
    throw new ConfigError(`MAIL_BOUNCE_IMAP_URL: must be an address of the form ${form}`)
  const { username, password, hostname } = new URL(url)
  if (username === '' || password === '' || hostname === '')
    throw new ConfigError(`MAIL_BOUNCE_IMAP_URL: needs a user, a password and a host: ${form}`)
  return { address: address.toLowerCase(), url }
}
