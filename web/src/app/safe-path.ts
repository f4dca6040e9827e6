/**
 * A path of this site taken from outside, or the fallback: absolute addresses, `//host`, backslashes and
 * control characters, also encoded ones, never lead anywhere (decision 2).
 */
export const safePath = (value: string | null | undefined, fallback = '/'): string => {
  if (!value || !value.startsWith('/')) return fallback
  let decoded: string
  try {
    decoded = decodeURIComponent(value)
  } catch {
    return fallback
  }
  if (/^\/[/\\]/.test(decoded) || /[\\\u0000-\u001f\u007f]/.test(decoded)) return fallback
  return value
}
