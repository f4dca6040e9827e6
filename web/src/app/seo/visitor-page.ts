import { type VisitorPage, visitorPages } from '@incontro/contract/visitor-pages'

/** The visitor page of a path, whatever its case and a slash at its end; undefined for what no search engine lists. */
export const visitorPageOf = (path: string): VisitorPage | undefined => {
  const plain = path.replace(/\/+$/, '').toLowerCase() || '/'
  return visitorPages.find((page) => page.toLowerCase() === plain)
}
