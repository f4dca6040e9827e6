import type { Brands } from '#modules/brands/index.ts'
import { type AddressKeys, isStopped } from '../../outcomes/addresses.ts'
import type { ChannelPort, DueNotice } from '../../rules/channel.ts'
import type { NoticeKind } from './email.ts'
import { enqueueEmail } from './enqueue-email.ts'

type Kind = 'new-message' | Exclude<NoticeKind, 'notice-digest'>

/** The mail of each event that is announced by a notice, and the page that it leads to. */
const mailOf: Partial<Record<DueNotice['event'], readonly [kind: Kind, page: string]>> = {
  message: ['new-message', '/chats'],
  firstMessage: ['new-message', '/chats'],
  invite: ['new-invite', '/chats'],
  like: ['new-like', '/notifications'],
  match: ['new-match', '/notifications'],
  visit: ['new-visit', '/notifications'],
  test: ['test-notice', '/activeNotifications'],
}

/** Notices by mail. They name no one: a mail program's preview is read by others. */
export const mailNotices = (deps: AddressKeys & { readonly brands: Pick<Brands, 'byKey'> }): ChannelPort => ({
  offered: () => true,
  reaches: async (tx, { brandId, email, isConfirmed }) =>
    isConfirmed && !(await isStopped(tx, deps, { brandId, address: email })),
  queue(tx, { event, to, notice, at }) {
    const brand = deps.brands.byKey(to.brandId)
    const [kind, page] = mailOf[event] ?? []
    if (!brand || kind === undefined || page === undefined) throw new Error(`${event} has no mail at ${to.brandId}`)
    return enqueueEmail(
      tx,
      {
        brandId: to.brandId,
        memberId: to.memberId,
        kind,
        to: to.email,
        locale: to.locale,
        props: { link: `${brand.origin}${page}`, ...(notice && { notice }) },
      },
      at,
    )
  },
})
