import { type VisitorPage, visitorPages } from '@incontro/contract/visitor-pages'

/**
 * The visitor page at a path, ignoring case and a trailing slash; undefined for pages that search engines do not list.
 */
export const visitorPageOf = (path: string): VisitorPage | undefined => {
  const plain = path.replace(/\/+$/, '').toLowerCase() || '/'
  return visitorPages.find((page) => page.toLowerCase() === plain)
}
