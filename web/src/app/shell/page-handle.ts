import type { ScriptHandle } from '../server/page-script.ts'

/** What a visitor page may ask of its shell, in its route's `handle`. */
export interface VisitorHandle extends ScriptHandle {
  /** `over` lays the header on the page's own ground, `none` leaves it to the page. */
  readonly header?: 'over' | 'none'
  /** True on a page that has the form to register, which needs no button that leads to it. */
  readonly form?: true
  /** False on a page that asks the same itself, or has a form whose button it would cover. */
  readonly cookieBar?: false
}

/** What a member page may ask of its shell, in its route's `handle`. */
export interface MemberHandle {
  /** `none`: the page has its own head on phones (an open conversation). */
  readonly appBar?: 'logo' | 'none'
  /** False hides the bottom menu on phones: purchase, plans, unsubscribe, open conversations. */
  readonly menu?: boolean
  /** False on a page that fills the window by itself, as the list of conversations does on wide screens. */
  readonly footer?: false
  /** True hides the top bar too (the purchase pages have only a logo and a way back). */
  readonly bare?: boolean
}
