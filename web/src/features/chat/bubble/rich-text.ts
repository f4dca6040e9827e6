/** What limited rich text may hold. */
export type RichTag = 'p' | 'ul' | 'li' | 'strong' | 'em' | 'br' | 'a'
export type RichNode = string | RichElement
export interface RichElement {
  readonly tag: RichTag
  /** Of a link, always to a page of this site. */
  readonly href: string | undefined
  readonly children: readonly RichNode[]
}

/** A tag that is let through; the address of a link is one path of ours, never another site or a scheme. */
const allowed = /<(\/?)(p|ul|li|strong|em|br|a)(?: href="(\/(?![/\\])[\w\-/#?=&;.]*)")?\s*\/?>/
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)

/**
 * Reads limited rich text without a browser's parser: nothing of it ever becomes markup by itself. Tags that are not allowed stand
 * there as the text they are, links to elsewhere lose their link, and whatever was not closed is.
 */
export function parseRichText(source: string): readonly RichNode[] {
  const root: RichNode[] = []
  const open: { readonly tag: RichTag; readonly children: RichNode[] }[] = []
  const into = () => open.at(-1)?.children ?? root
  let rest = source
  for (;;) {
    const found = allowed.exec(rest)
    const text = decoded(found ? rest.slice(0, found.index) : rest)
    // The line breaks between blocks are the writer's, not the reader's.
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
