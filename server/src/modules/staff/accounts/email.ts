import { normaliseEmail } from '@incontro/contract'
import { isDeliverableForm } from '#platform/mail/email-address.ts'
import { Failure } from '#platform/http/problem.ts'

export const normaliseStaffEmail = (email: string): string => normaliseEmail(email.trim())

/** @throws Failure 400 for what is no address */
export function requireStaffEmail(email: string): string {
  const normalised = normaliseStaffEmail(email)
  if (isDeliverableForm(normalised)) return normalised
  throw new Failure(400, 'errore_email', { field: 'email', message: 'Mail could not reach this address' })
}
