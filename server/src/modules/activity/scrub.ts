/**
 * Removes what could identify a person or sign someone in from a browser's report: email addresses, link tokens,
 * everything after a URL's path, long numbers (cards, telephones).
 */
export const scrub = (text: string): string =>
  text
    .replace(
      /([a-z][a-z0-9+.-]{0,12}:\/\/[^\s?#"'<>()]{0,400}|\/[^\s?#"'<>():]{0,200})[?#][^\s"'<>()]*/gi,
      '$1?[query]',
    )
    .replace(/(:\/\/)[^\s/@"'<>]{0,200}@/g, '$1')
    .replace(/[^\s@"'<>()/:,;]{1,64}(@|%40)[^\s@"'<>()/:,;]{1,255}/gi, '[email]')
    .replace(
      /\b(token|code|password|altcha|session|authorization|cookie)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|(?:(?:bearer|basic)\s+)?[^\s"',;&)}]+)/gi,
      '$1$2[secret]',
    )
    .replace(/[A-Za-z0-9_-]{20,}(\.[A-Za-z0-9_-]{4,})+|[A-Za-z0-9_-]{32,}/g, '[token]')
    .replace(/\+?\d(?:[ .-]?\d){8,}/g, '[number]')
