/** A page that is rendered to its end before it is sent and holds no nonce: its bytes are the same for everybody it is rendered for alike. */
export interface WholePage {
  readonly html: string
  /** Source expression of its `<style>`, for the content policy. */
  readonly styleHash: string
}

const pages = new WeakMap<Response, WholePage>()

/** Answers with a whole page: status and headers in the response, the text beside it, so that the server need not read it back out of a stream. */
export const answerWhole = (page: WholePage, init: ResponseInit): Response => {
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** The text of an answer that is a whole page; undefined for streams, redirects and data. */
export const wholePageOf = (response: Response): WholePage | undefined => pages.get(response)
