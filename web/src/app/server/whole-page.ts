/** When a page's script runs: at once, when somebody first touches the page, or never (`handle.script` of its route). */
export type PageScript = 'now' | 'later' | 'none'

/** A page that was rendered to its end before it is sent. */
export interface WholePage {
  readonly html: string
  readonly script: PageScript
}

const pages = new WeakMap<Response, WholePage>()

/** Answers with a whole page: status and headers in the response, the text beside it, so that the server needs not read it back out of a stream. */
export const answerWhole = (page: WholePage, init: ResponseInit): Response => {
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** The text of an answer that is a whole page; undefined for streams, redirects and data. */
export const wholePageOf = (response: Response): WholePage | undefined => pages.get(response)
