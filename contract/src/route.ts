import type { $ZodType } from 'zod/v4/core'

/** Roles of staff. */
export const staffRoles = ['owner', 'support', 'moderator', 'finance', 'marketing'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * Staff who have one of these roles at the brand that the request is about; a member's session is refused. The brand is
 * `:brand` of the path where the route has one, whatever host it is asked for at, and otherwise that of the host.
 */
export interface StaffAccess {
  /** `any`: everyone who is signed in completely, for what is their own; such a route names no brand. */
  readonly staff: readonly StaffRole[] | 'any'
  /** The second factor is asked for again if it was not shown in the last ten minutes: 403 `proof_needed`. */
  readonly fresh?: true
}

export type Access =
  /** Anyone, within rate limits. */
  | 'visitor'
  /** A signed-in member; the `trackerId`/`clickid` of another member answers 404. */
  | 'member'
  /** A machine, authenticated by a signature over the raw body. */
  | 'signed'
  /** A machine of an affiliate, authenticated by the brand's key in the header `x-affiliate-key`. */
  | 'affiliate'
  /** Anyone at the console's own host: signing in to it, and what its handler admits by itself. */
  | 'console'
  | StaffAccess

/** One HTTP endpoint as both sides and the documentation read it. */
export interface Route {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly access: Access
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  readonly reply: $ZodType
  /** Statuses of the problem documents it may answer, besides 400, 429 and 500. */
  readonly failures?: readonly number[]
}

/** Declares an endpoint and keeps the precise types of its schemas. */
export const route = <const R extends Route>(spec: R): R => spec
