import * as z from 'zod/mini'
import { normaliseEmail } from './email-address.ts'
import { ages } from './search-filters.ts'

/** The languages every text exists in. */
export const locales = ['it', 'es', 'fr', 'en'] as const
export const localeSchema = z.enum(locales)
export type Locale = (typeof locales)[number]

/** Countries whose regions and cities are loaded (rule 5.4). */
export const countries = ['IT', 'ES', 'FR', 'GB', 'IE'] as const

/** Control characters other than line breaks and tabs, and unpaired surrogates: PostgreSQL cannot store them unchanged. */
const unkeepable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u
/** The second set of control characters: some terminals obey them, and no text contains them. */
const commanding = /[\u0080-\u009f]/
/** Bidirectional control characters, which change the direction of the text after them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/
const everyTurning = new RegExp(turning, 'g')

/** Whether the text can be stored unchanged. */
const isKeepable = (value: string): boolean => !unkeepable.test(value)

/** Invisible characters: spaces, controls, zero-width characters and the fillers of some scripts. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether a text shows anything at all (rule 12.19). */
export const isVisible = (value: string): boolean => value.replace(unseen, '') !== ''

/** A line with visible text that does not affect the lines around it. */
export const isLine = (value: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(value.replace(unseen, '')) && !/[\r\n\t]/.test(value) && !turning.test(value)

/** The text without bidirectional controls, which could make "moc.live" read as a link that no rule has checked. */
export const withoutTurns = (value: string): string => value.replace(everyTurning, '')

/**
 * What members write as it is stored: accents joined with their letters, so that one word is always the same text, and
 * lines that end with LF alone.
 */
export const normalised = (value: string): string => value.normalize('NFC').replace(/\r\n?/g, '\n')

/** Free text of at most `max` characters, normalised, without control characters other than line breaks and tabs. */
export const text = (max: number) =>
  z.string().check(
    z.overwrite(normalised),
    z.maxLength(max),
    z.refine((value) => isKeepable(value) && !commanding.test(value), 'control characters'),
  )

/** One line of text, not empty once trimmed. */
export const line = (max: number) => text(max).check(z.refine(isLine))

/** Tracker id: identifies a visit and later a member; authorises nothing (rule 3.2, 11.10). */
export const trackerId = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/))

/** Public id of a member: the specification's angel id, lower-cased, so that each member has one id. */
export const angelId = z.uuid().check(z.toLowerCase())

/** Id of a conversation: the other member's, or that of a system conversation (`000000`, `111111`, `admin`). */
export const partnerId = z
  .string()
  .check(z.toLowerCase(), z.regex(/^(?:000000|111111|admin|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/))

/** ISO 3166-1 alpha-2, accepted in any case and upper-cased (rule 11.4). */
export const country = z.pipe(
  z.string().check(z.regex(/^[A-Za-z]{2}$/)),
  z.transform((value) => value.toUpperCase()),
)

/** The same as the server sends it. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/))

/** ISO 8601 UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 })

export const premiumLevel = z.union([z.literal(0), z.literal(1), z.literal(2)])
export const credits = z.int().check(z.nonnegative())

/** Money on the wire: a decimal string such as "24.90" beside its currency, with its decimals (rule 11.4). */
export const amount = z.string().check(z.regex(/^\d{1,9}(?:\.\d{2,3})?$/))
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/))

/** The age that a member states. */
export const statedAge = z.int().check(z.gte(ages.least), z.lte(ages.most))

/** `uomo`/`donna`; `2` man and `1` woman are accepted (rule 11.4). */
export const wireGender = z.pipe(
  z.union([z.enum(['uomo', 'donna']), z.literal([1, 2, '1', '2'])]),
  z.transform((value) => (value === 'uomo' || value === 2 || value === '2' ? 'uomo' : 'donna') as 'uomo' | 'donna'),
)
export type WireGender = 'uomo' | 'donna'

/** Optional text a browser adds about the visit. Stored as given, never trusted for access. */
export const visitFields = {
  source: z.optional(text(200)),
  country: z.optional(country),
  city: z.optional(text(120)),
  region: z.optional(text(120)),
  campid: z.optional(text(200)),
  ip: z.optional(text(64)),
  clickid: z.optional(trackerId),
  fingerprint: z.optional(text(256)),
  ua: z.optional(text(512)),
  fluxId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,16}$/))),
  servizio: z.optional(text(255)),
}

/** An email in its one form, without white space as the form sends it (section 5). */
export const emailField = z.pipe(z.string().check(z.maxLength(400), z.refine(isKeepable)), z.transform(normaliseEmail))

/** The address that may have been meant: its domain looks like a well-known one, mistyped. It was accepted as it is. */
export const emailSuggestion = z.optional(z.string())

/** The form's own pattern: text, at sign, text, dot, text. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const password = z.string().check(z.maxLength(1024), z.refine(isKeepable))

/** A town as the type-ahead gives it: tells two of one name apart. */
export const cityId = z.int().check(z.positive(), z.lte(2_147_483_647))

/** When a member was last here: online now, earlier today, or in the last seven days. Null for longer ago, which is not shown. */
export const presence = z.nullable(z.enum(['online', 'today', 'week']))
export type Presence = z.infer<typeof presence>

/** Required text of a form. A missing one counts as empty, so that the form's own failure names the field (rule 12.19). */
export const filledIn = <S extends z.ZodMiniType<string>>(schema: S) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): string => value ?? ''),
  )
