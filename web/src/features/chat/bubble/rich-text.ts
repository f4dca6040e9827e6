/** The tags of limited rich text. */
export type RichTag = 'p' | 'ul' | 'li' | 'strong' | 'em' | 'br' | 'a'
export type RichNode = string | RichElement
export interface RichElement {
  readonly tag: RichTag
  /** Of a link, always to a page of this site. */
  readonly href: string | undefined
  readonly children: readonly RichNode[]
}

/** An allowed tag. A link's address must be a path of this site, never another site or a scheme. */
const allowed = /<(\/?)(p|ul|li|strong|em|br|a)(?: href="(\/(?![/\\])[\w\-/#?=&;.]*)")?\s*\/?>/
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)

/**
 * Parses limited rich text without the browser's parser, so that none of it is ever inserted as markup. Tags that are not allowed
 * stay plain text, links to other sites become plain text, and open tags are closed at the end.
 */
export function parseRichText(source: string): readonly RichNode[] {
  const root: RichNode[] = []
  const open: { readonly tag: RichTag; readonly children: RichNode[] }[] = []
  const into = () => open.at(-1)?.children ?? root
  let rest = source
  for (;;) {
    const found = allowed.exec(rest)
    const text = decoded(found ? rest.slice(0, found.index) : rest)
    // Line breaks between blocks only format the source.
    if (text.trim() !== '' || (text !== '' && !text.includes('\n'))) into().push(text)
    if (!found) return root
    rest = rest.slice(found.index + found[0].length)
    const [, closing, name, href] = found
    const tag = name as RichTag
    if (closing) {
      const place = open.findLastIndex((element) => element.tag === tag)
      if (place !== -1) open.length = place
    } else {
      const children: RichNode[] = []
      into().push({ tag, href: tag === 'a' ? href && decoded(href) : undefined, children })
      if (tag !== 'br') open.push({ tag, children })
    }
  }
}
