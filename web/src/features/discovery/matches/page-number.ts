const storageKey = 'page'

/** The page number in the URL's query; 1 if it is missing or invalid. */
export const pageFrom = (query: URLSearchParams): number => {
  const page = Number(query.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}

export const pageHref = (page: number): string => (page === 1 ? '/find' : `/find?page=${page}`)

/** The member's last page, stored under the specification's key; 1 in a browser without storage. */
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
    // Without storage only the URL keeps the page.
  }
}
