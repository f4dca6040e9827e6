/**
 * A page rendered to its end before it is sent. It contains no nonce, so the same bytes can be sent to other visitors.
 */
export interface WholePage {
  readonly html: string
  /** Hash of its `<style>` as a source expression of the content security policy. */
  readonly styleHash: string
}

const pages = new WeakMap<Response, WholePage>()

/**
 * Answers with a whole page. Only status and headers are in the response; the text is kept beside it, so the server
 * need not read it from a stream.
 */
export const answerWhole = (page: WholePage, init: ResponseInit): Response => {
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** The text of a response that is a whole page; undefined for streams, redirects and data. */
export const wholePageOf = (response: Response): WholePage | undefined => pages.get(response)
