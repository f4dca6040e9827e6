import type { PermissionId } from '@incontro/contract/admin/permissions'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  ChartLine,
  ChartNoAxesColumn,
  CheckCheck,
  FileText,
  Fingerprint,
  Gavel,
  HeartPulse,
  Inbox,
  Landmark,
  LifeBuoy,
  Mails,
  Megaphone,
  type LucideIcon,
  ReceiptText,
  Scale,
  ScrollText,
  Tags,
  UserCog,
  Users,
} from 'lucide-react'
import { useWaitingApprovals } from '#console/features/approvals/approvals-query.ts'
import { useWaitingDisputes } from '#console/features/disputes/use-disputes.ts'
import { useWaitingCases } from '#console/features/queue/case-figures.ts'
import { useWaitingTickets } from '#console/features/support/ticket-figures.ts'
import { useWaitingOffers } from '#console/features/offers/use-waiting-offers.ts'
import { useWaitingCount } from '#console/features/orders/use-waiting.ts'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

/** A page of the console: navigation, palette, keys and routes come from this table. */
export interface ConsolePage {
  /** Below the brand: `/battito/audit`. */
  readonly path: string
  /** Further addresses below it, as `/:id`. */
  readonly detail?: string
  readonly permission: PermissionId
  readonly title: MessageDescriptor
  readonly icon: LucideIcon
  /** Pressed after `g`. */
  readonly key: string
  /** What waits there at the brands that are shown. */
  readonly useCount?: () => number
  readonly page: LazyExoticComponent<ComponentType>
}

export const pages: readonly ConsolePage[] = [
  {
    path: 'members',
    detail: '/:id',
    permission: 'readMembers',
    title: msg`Members`,
    icon: Users,
    key: 'p',
    page: lazy(() => import('#console/features/members/members-page.tsx')),
  },
  {
    path: 'support',
    detail: '/:id',
    permission: 'answerTickets',
    title: msg`Support`,
    icon: LifeBuoy,
    key: 'i',
    useCount: useWaitingTickets,
    page: lazy(() => import('#console/features/support/support-page.tsx')),
  },
  {
    path: 'queue',
    detail: '/:id',
    permission: 'moderate',
    title: msg`Queue`,
    icon: Inbox,
    key: 'q',
    useCount: useWaitingCases,
    page: lazy(() => import('#console/features/queue/queue-page.tsx')),
  },
  {
    path: 'rules',
    permission: 'writeRules',
    title: msg`Rules`,
    icon: Scale,
    key: 'r',
    page: lazy(() => import('#console/features/risk/risk-page.tsx')),
  },
  {
    path: 'authorities',
    detail: '/:id',
    permission: 'readAuthorities',
    title: msg`Authorities`,
    icon: Landmark,
    key: 'u',
    page: lazy(() => import('#console/features/authorities/authorities-page.tsx')),
  },
  {
    path: 'transparency',
    permission: 'readTransparency',
    title: msg`Transparency`,
    icon: ChartNoAxesColumn,
    key: 't',
    page: lazy(() => import('#console/features/transparency/transparency-page.tsx')),
  },
  {
    path: 'privacy',
    permission: 'readPrivacy',
    title: msg`Privacy`,
    icon: Fingerprint,
    key: 'y',
    page: lazy(() => import('#console/features/privacy/privacy-page.tsx')),
  },
  {
    path: 'orders',
    detail: '/:id',
    permission: 'readMoney',
    title: msg`Orders`,
    icon: ReceiptText,
    key: 'o',
    useCount: useWaitingCount,
    page: lazy(() => import('#console/features/orders/orders-page.tsx')),
  },
  {
    path: 'disputes',
    detail: '/:id',
    permission: 'readMoney',
    title: msg`Disputes`,
    icon: Gavel,
    key: 'd',
    useCount: useWaitingDisputes,
    page: lazy(() => import('#console/features/disputes/disputes-page.tsx')),
  },
  {
    path: 'invoices',
    permission: 'readMoney',
    title: msg`Invoices and VAT`,
    icon: FileText,
    key: 'v',
    page: lazy(() => import('#console/features/invoices/invoices-page.tsx')),
  },
  {
    path: 'figures',
    permission: 'readFigures',
    title: msg`Figures`,
    icon: ChartLine,
    key: 'k',
    page: lazy(() => import('#console/features/figures/figures-page.tsx')),
  },
  {
    path: 'campaigns',
    detail: '/:id',
    permission: 'readCampaigns',
    title: msg`Campaigns`,
    icon: Megaphone,
    key: 'c',
    page: lazy(() => import('#console/features/campaigns/campaigns-page.tsx')),
  },
  {
    path: 'mailings',
    detail: '/:id',
    permission: 'readMailings',
    title: msg`Mailings`,
    icon: Mails,
    key: 'm',
    page: lazy(() => import('#console/features/mailings/mailings-page.tsx')),
  },
  {
    path: 'offers',
    detail: '/:kind/:key',
    permission: 'readOffers',
    title: msg`Offers`,
    icon: Tags,
    key: 'e',
    useCount: useWaitingOffers,
    page: lazy(() => import('#console/features/offers/offers-page.tsx')),
  },
  {
    path: 'approvals',
    permission: 'readApprovals',
    title: msg`Approvals`,
    icon: CheckCheck,
    key: 'f',
    useCount: useWaitingApprovals,
    page: lazy(() => import('#console/features/approvals/approvals-page.tsx')),
  },
  {
    path: 'staff',
    permission: 'readStaff',
    title: msg`Staff`,
    icon: UserCog,
    key: 's',
    page: lazy(() => import('#console/features/staff/staff-page.tsx')),
  },
  {
    path: 'audit',
    permission: 'readAudit',
    title: msg`Audit`,
    icon: ScrollText,
    key: 'a',
    page: lazy(() => import('#console/features/audit/audit-page.tsx')),
  },
  {
    path: 'health',
    permission: 'readHealth',
    title: msg`Health`,
    icon: HeartPulse,
    key: 'h',
    page: lazy(() => import('#console/features/health/health-page.tsx')),
  },
]
