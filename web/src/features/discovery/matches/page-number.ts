const storageKey = 'page'

/** The page an address asks for: 1 for anything that is not a page number. */
export const pageFrom = (query: URLSearchParams): number => {
  const page = Number(query.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

export const pageHref = (page: number): string => (page === 1 ? '/find' : `/find?page=${page}`)

/** The page the member was on, kept under the spec's key; storage that is switched off counts as page 1. */
export const rememberedPage = (): number => {
  try {
    return pageFrom(new URLSearchParams({ page: localStorage.getItem(storageKey) ?? '1' }))
  } catch {
    // A browser without storage remembers no page.
    return 1
  }
}

export const rememberPage = (page: number): void => {
  try {
    localStorage.setItem(storageKey, String(page))
  } catch {
    // Without storage the address alone keeps the page.
  }
}
