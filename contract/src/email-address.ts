/** What cannot be seen in an address and is no part of it: spaces, controls, zero-width characters, soft hyphens, marks of direction. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Characters with which a URL would read something other than a domain. */
const notOfDomain = /[/?#:@[\]\\%<>^|]/

/** What was typed or pasted, as its writer sees it: without invisible characters, letters of one width (NFKC). */
export const visibleEmail = (typed: string): string => typed.normalize('NFKC').replace(unseen, '').normalize('NFC')

/**
 * The one form in which an address is stored and compared: what is visible of it, lower-cased, its domain in ASCII
 * (UTS 46). What cannot be a domain stays as it is, for the rules of the form to refuse.
 */
export function normaliseEmail(typed: string): string {
  const address = visibleEmail(typed).toLowerCase().normalize('NFC')
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return at < 0 || /^[\x20-\x7e]*$/.test(domain) ? address : address.slice(0, at + 1) + inAscii(domain)
}

/** Only for domains with letters outside ASCII: a URL would read others as numbers (`0x7f.1`). */
function inAscii(domain: string): string {
  if (notOfDomain.test(domain)) return domain
  const url = `http://${domain}`
  const host = URL.canParse(url) ? new URL(url).hostname : domain
  return /^[\d.]+$/.test(host) ? domain : host
}
