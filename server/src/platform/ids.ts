import { createHash, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { uuidv7, V7Generator } from 'uuidv7'

/** A new primary key: UUIDv7, so that rows created together are stored close together. */
export const newId = (): string => uuidv7()

/** Comes before every id: a list by id begins after it. */
export const smallestId = '00000000-0000-0000-0000-000000000000'
/** Comes after every id. */
export const largestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const dated = new V7Generator()

/** A new primary key that sorts by the given time, for rows written about the past. */
export const newIdAt = (at: Date): string => dated.generateOrResetWithTs(at.getTime()).toString()

/** 256 random bits, base64url: a session or link token. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new tracker id in the format of the specification (rule 11.10). */
export const newTrackerId = (): string => randomBytes(15).toString('base64url').replaceAll('_', '.')

/**
 * The keys of one purpose, current key first. Writing uses the first, reading tries all; the others derive from older
 * secrets.
 */
export type Keys = readonly [Buffer, ...Buffer[]]

const hashWith = (key: Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest()

/** Keyed hash under the current key, for values that are compared and never read again (device signals). */
export const keyedHash = ([key]: Keys, value: string): Buffer => hashWith(key, value)

/** The hash under every key, current key first, to find values stored before the key changed. */
export const keyedHashes = (keys: Keys, value: string): Buffer[] => keys.map((key) => hashWith(key, value))

/** Derives a key for one purpose from the installation's secret (HKDF-SHA-256, 32 bytes). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'incontro', purpose, 32))

/** The keys of one purpose, from the installation's secrets, newest first. */
export const deriveKeys = ([secret, ...older]: Secrets, purpose: string): Keys => [
  deriveKey(secret, purpose),
  ...older.map((one) => deriveKey(one, purpose)),
]
export type Secrets = readonly [string, ...string[]]

/** Identifies a secret without revealing anything about it. */
export const secretId = (secret: string): string => deriveKey(secret, 'name of the secret').toString('hex').slice(0, 8)

/** A UUID of any version, for JavaScript and PostgreSQL; compared without regard to case. */
export const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const uuid = new RegExp(uuidPattern, 'i')

/** Whether the text is a UUID, of any version and in either case. */
export const isUuid = (text: string): boolean => uuid.test(text)

/** The same text gives the same UUID (RFC 9562, version 8). */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text)
  const variant = '89ab'[Number.parseInt(hex[16] ?? '', 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id of the conversation of two members, whatever their order. */
export const conversationId = (a: string, b: string): string => uuidOf(a < b ? `${a}:${b}` : `${b}:${a}`)
