import { keepVisit } from './kept-visit.ts'

/**
 * Stores the origin of the visit. It must run in a classic script, because it reads the data attributes of its own tag.
 */
export const keepThisVisit = (): void => {
  const { country = '', affiliation } = document.currentScript?.dataset ?? {}
  try {
    const lookUp = keepVisit(localStorage, {
      search: location.search,
      country,
      ua: navigator.userAgent,
      now: Date.now(),
    })
    if (lookUp && affiliation !== undefined) {
      void fetch('/ip')
        .then(async (answer) => {
          if (answer.ok) localStorage.setItem('ip', ((await answer.json()) as { ip: string }).ip)
        })
        // Registration works without the visitor's IP address: the server sees one itself.
        .catch(() => undefined)
    }
  } catch {
    // A browser without storage keeps no visit: only the URL counts.
  }
}
