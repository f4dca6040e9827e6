import { minorOf } from '@incontro/contract'
import { planNameIn, type DocumentsOf } from '#modules/outreach/index.ts'
import {
  invoiceDocument,
  noticeDocument,
  renewalDocument,
  withdrawalDocument,
  type DocumentDeps,
  type MemberDocument,
} from './member-documents.ts'

/** Attachments of an email: the invoice with a receipt, and everything else about a plan or an order as PDF. */
export const documentsOf =
  (deps: DocumentDeps): DocumentsOf =>
  async (email) => {
    const { memberId, brandId, locale } = email
    if (memberId === null) return []
    const reader = { memberId, brandId, locale }
    const found = await one(deps, reader, email)
    return found === null ? [] : [found]
  }

async function one(
  deps: DocumentDeps,
  reader: Parameters<typeof invoiceDocument>[1],
  email: Parameters<DocumentsOf>[0],
): Promise<MemberDocument | null> {
  switch (email.kind) {
    case 'receipt':
      return invoiceDocument(deps, reader, { reference: email.props.order })
    case 'withdrawal':
      return withdrawalDocument(deps, reader, email.props.order)
    case 'renewal-notice': {
      const { subscription, plan, total, currency, renewsAt } = email.props
      return renewalDocument(deps, reader, {
        subscription,
        plan: planNameIn(plan, reader.locale),
        totalMinor: minorOf(total, currency),
        currency,
        renewsAt: new Date(renewsAt),
        sentAt: email.createdAt,
      })
    }
    case 'renewal-failed':
    case 'card-expiring':
    case 'plan-ended':
    case 'order-unpaid':
    case 'order-paid-twice':
    case 'payment-disputed':
    case 'plan-cancelled':
    case 'plan-resumed':
    case 'plan-change':
    case 'plan-change-undone':
      return noticeDocument(deps, reader, email, email.createdAt)
    default:
      return null
  }
}
