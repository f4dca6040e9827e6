import type { MailList } from '@incontro/contract'
import type { EmailKind } from './channels/email/email.ts'

/** The emails that nobody has to get. Every other kind belongs to a contract or an account: it has no list and cannot be turned off. */
const lists: { readonly [K in EmailKind]?: MailList } = { 'new-message': 'notices' }

export const listOf = (kind: EmailKind): MailList | undefined => lists[kind]
