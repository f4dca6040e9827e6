import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { domainToUnicode } from 'node:url'

const file = readFileSync(createRequire(import.meta.url).resolve('disposable-email-domains'), 'latin1')
/**
 * The list as its file has it, without the brackets: one quoted domain a line, sorted. That text takes 2.5 MB, a set of
 * its 120,000 domains ten, in every process.
 */
const disposable = file.slice(file.indexOf('"'), file.lastIndexOf('\n') + 1)

/** No mail system uses more; the longest disposable domain has as many. */
const mostLabels = 10

/**
 * Whether a mail server could accept the address: length limits of RFC 5321, dots, characters of the domain. The form's
 * pattern is looser (code 1004).
 */
export function isDeliverableForm(email: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  return (
    email.length <= 254 &&
    local.length <= 64 &&
    domain.split('.').length <= mostLabels &&
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) &&
    /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/.test(domain)
  )
}

/** The address as its owner reads it: stored is `info@xn--citt-3na.it`, shown is `info@città.it`. */
export function readableEmail(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return email.slice(0, email.length - domain.length) + (domainToUnicode(domain) || domain)
}

/** Whether the domain, or one it is a subdomain of, is disposable or refused by the brand (code 1005). */
export function isForbiddenDomain(email: string, refused: readonly string[]): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
    .slice(-mostLabels)
  return labels.some((_, index) => {
    const domain = labels.slice(index).join('.')
    return isDisposable(domain) || refused.includes(domain)
  })
}

/** Halves the text until the line with the domain is found, or the place where it would be. */
function isDisposable(domain: string): boolean {
  let from = 0
  let to = disposable.length
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const start = disposable.lastIndexOf('\n', middle - 1) + 1
    const end = disposable.indexOf('\n', start)
    const listed = disposable.slice(disposable.indexOf('"', start) + 1, disposable.lastIndexOf('"', end))
    if (listed === domain) return true
    if (listed < domain) from = end + 1
    else to = start
  }
  return false
}
