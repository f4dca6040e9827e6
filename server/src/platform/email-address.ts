import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Kept as JSON text and searched as text: a set of 120,000 strings would take eight megabytes in every process. */
const disposable = readFileSync(createRequire(import.meta.url).resolve('disposable-email-domains'), 'latin1')

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
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) &&
    /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/.test(domain)
  )
}

/** Whether the domain, or one it is a subdomain of, is disposable or refused by the brand (code 1005). */
export function isForbiddenDomain(email: string, refused: readonly string[]): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.some((_, index) => {
    const domain = labels.slice(index).join('.')
    return disposable.includes(JSON.stringify(domain)) || refused.includes(domain)
  })
}
