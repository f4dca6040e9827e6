/** Domains of one mail service, in which dots in the name change nothing. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address most likely reaches: without a suffix after "+", at Gmail without dots. Two addresses of one
 * mailbox are two accounts all the same; only gifts are given once.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = '', domain] = [email.slice(0, at).toLowerCase().split('+')[0], email.slice(at + 1).toLowerCase()]
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
