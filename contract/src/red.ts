/*
 * Where a link may lead on. `red` and `next` come from outside, so one rule decides for both sides of the wire: a target is a path
 * of the very site it is used on, written out by the URL parser itself. No schema is imported here: browsers load this file.
 */

/** Longer than any address of this site. */
const longestTarget = 1024
const longestRed = Math.ceil(longestTarget / 3) * 4 + 4
/** Our paths are never encoded twice; one that is tries to hide something. */
const mostDecodings = 3

/** A placeholder origin: targets are paths, so the origin does not matter. */
const somewhere = 'https://site.invalid'
const turnsAway = /[\\\u0000-\u001f\u007f-\u009f]/

/**
 * A path of this site in its normal form (ASCII, dots resolved), or undefined: absolute and protocol-relative addresses, schemes,
 * backslashes and control characters lead nowhere, and neither does what becomes one of them by decoding it again and again.
 */
export function safeTarget(value: string | null | undefined): string | undefined {
  if (!value || value.length > longestTarget) return undefined
  const target = normalForm(value)
  if (target === undefined) return undefined
  let decoded = target
  for (let times = 0; times < mostDecodings; times += 1) {
    const before = decoded
    try {
      decoded = decodeURIComponent(before)
    } catch {
      // Malformed percent-encoding, which no browser produces.
      return undefined
    }
    if (decoded === before) return target
    if (normalForm(decoded) === undefined) return undefined
  }
  return undefined
}

/** What the URL parser makes of a path that starts with exactly one slash and still does so once its dots are resolved. */
function normalForm(value: string): string | undefined {
  if (!/^\/(?![/\\])/.test(value) || turnsAway.test(value) || !URL.canParse(value, somewhere)) return undefined
  const { origin, pathname, search, hash } = new URL(value, somewhere)
  return origin === somewhere && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined
}

/** Why a `red` was rejected, for the log. */
export type RedFault = 'too long' | 'not base64' | 'not a path of this site'

/** Decodes `red` (base64 or base64url, with or without padding; a `+` that a query string made a space counts as one). */
export function decodeRed(red: string): { readonly target: string } | { readonly fault: RedFault } {
  if (red.length > longestRed) return { fault: 'too long' }
  const base64 = red
    .replaceAll(' ', '+')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(base64) || base64.length % 4 === 1) return { fault: 'not base64' }
  let text: string
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Neither base64 nor UTF-8, which the fault says.
    return { fault: 'not base64' }
  }
  const target = safeTarget(text)
  return target === undefined ? { fault: 'not a path of this site' } : { target }
}

/** Encodes a path as `red`: base64url, which needs no escaping in an address. */
export function encodeRed(path: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(path))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
