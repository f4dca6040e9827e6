import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A JSON list of strings, searched as text: as 120,000 strings in a set it would take eight megabytes of every process. */
const disposable = readFileSync(createRequire(import.meta.url).resolve('disposable-email-domains'), 'latin1')

/** Passes the form's pattern but no mail server would take it: code 1004 (RFC 5321 lengths, dots, letters of the domain). */
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

/** Disposable addresses and the brand's own list: code 1005. Subdomains count. */
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
