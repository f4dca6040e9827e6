import type { MessageDescriptor } from '@lingui/core'
import type { ComponentType } from 'react'
import type { ScriptHandle } from '../server/page-script.ts'

/** Settings of the visitor shell, in a route's `handle`. */
export interface VisitorHandle extends ScriptHandle {
  /** `over` places the header on top of the page's background; `none` leaves the header to the page. */
  readonly header?: 'over' | 'none'
  /** True on a page that contains the sign-up form and so needs no button that links to it. */
  readonly form?: true
  /** False on a page that asks the same question itself, or whose form has a button that the bar would cover. */
  readonly cookieBar?: false
}

/** Settings of the member shell, in a route's `handle`. */
export interface MemberHandle {
  /** Parts of the layout around the page whose file is loaded with the page's own, because this page shows them first. */
  readonly parts?: readonly ComponentType<never>[]
  /** The section's name, in the header on phones in place of the logo. */
  readonly title?: MessageDescriptor
  /** `none`: the page has its own header on phones (an open conversation). */
  readonly appBar?: 'logo' | 'none'
  /** False hides the bottom menu on phones: purchase, plans, unsubscribe, open conversations. */
  readonly menu?: boolean
  /** False on a page that fills the window by itself, as the conversation list does on wide screens. */
  readonly footer?: false
  /** True hides the top bar too; the purchase pages have only a logo and a back link. */
  readonly bare?: boolean
}
