import { keepVisit } from './kept-visit.ts'

/** Keeps where the visit came from, and nothing else. For a classic script while it runs: it reads what its tag carries. */
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
        // The registration works without the address of this device; the server sees one itself.
        .catch(() => undefined)
    }
  } catch {
    // A browser that keeps nothing: the address alone counts.
  }
}
