import * as z from 'zod/mini'
import { line, localeSchema, text, time } from '../fields.ts'
import { staffRoles } from '../route.ts'

/** The key of a brand. */
export const brandKey = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))
export const brandParams = z.strictObject({ brand: brandKey })
export const done = z.strictObject({ result: z.literal('OK') })
export const roleSchema = z.enum(staffRoles)

/** Of a calendar: `2026-11-28`. */
export const day = z.iso.date()

/** Why it is done: kept in the audit and, where a member is concerned, sealed with that member's key. */
export const reason = line(500)
export const staffName = line(80)
export const staffEmail = text(254)
/** Who did something: a person of staff or a command by name, the member, or the program by itself. */
export const author = z.strictObject({
  kind: z.enum(['staff', 'command', 'member', 'program']),
  /** Null for a person of staff whose account is not known. */
  name: z.nullable(z.string()),
})
export type Author = z.infer<typeof author>

/** What was typed; whether it is acceptable is decided where it is chosen. */
export const typedPassword = z.string().check(z.minLength(1), z.maxLength(512))

export { line, localeSchema, time }
