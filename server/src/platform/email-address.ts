import { createRequire } from 'node:module'

const disposable: ReadonlySet<string> = new Set(createRequire(import.meta.url)('disposable-email-domains') as string[])

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
    return disposable.has(domain) || refused.includes(domain)
  })
}
