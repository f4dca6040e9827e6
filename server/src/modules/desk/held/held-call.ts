import type { Site, StaffPrincipal } from '#platform/caller.ts'

/** The part of a call that is kept until it is carried out. */
export interface HeldCall {
  readonly site: Site
  readonly params: { readonly id: string; readonly restriction?: string }
  readonly body: { readonly id?: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}
