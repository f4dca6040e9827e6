/** A page rendered to its end before it is sent. */
export interface WholePage {
  readonly html: string
  /**
   * Hash of its `<style>` as a source expression of the content security policy: the page contains no nonce, so the same
   * bytes can be sent to other visitors. Undefined for a page with the nonce of its request.
   */
  readonly styleHash: string | undefined
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

/** The text of a response that is a whole page; undefined for redirects and data. */
export const wholePageOf = (response: Response): WholePage | undefined => pages.get(response)
