const HREF = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const BARE = /https?:\/\/[^\s<>"')\]]+/gi

/** The absolute http(s) URLs of a mail without duplicates: those of the HTML in order, then those only in the text. */
export function findLinks(text: string, html: string): string[] {
  const inText = [...text.matchAll(BARE)].map(([url]) => url.replace(/[.,;:!?]+$/, ''))
  const inHtml = [...html.matchAll(HREF)].map((match) => decode(match[1] ?? match[2] ?? ''))
  return [...new Set([...inHtml, ...inText])].filter((url) => /^https?:\/\//i.test(url))
}

function decode(attribute: string): string {
  return attribute
    .trim()
    .replaceAll('&#x3D;', '=')
    .replaceAll('&#61;', '=')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
