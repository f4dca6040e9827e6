import type { BrowserContext } from 'playwright-core'

/**
 * Records what no page may do: errors in the console (including violations of the content security policy), script
 * errors, and requests to another origin. `allowed` are origins that a page may navigate to, such as the bank's.
 */
export function recordProblems(
  context: BrowserContext,
  allowed: readonly string[] = [],
): { readonly problems: string[] } {
  const problems: string[] = []
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error')
        problems.push(`${page.url()}: console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      const document = request.frame().parentFrame() === null ? page.url() : page.url() || request.url()
      const own = document === 'about:blank' ? origin : new URL(document).origin
      const away = request.isNavigationRequest() && request.frame() === page.mainFrame()
      if (protocol.startsWith('http') && origin !== own && !away && !allowed.includes(own))
        problems.push(`${page.url()}: asks ${request.url()}`)
    })
  })
  return { problems }
}

/**
 * The problems without repetitions, with refused requests in the form `401 /login`: a test lists those that it expects,
 * so that no other goes unnoticed.
 */
export function withRefusals(problems: readonly string[]): string[] {
  const short = problems.map((problem) => {
    const [, status, url] = /status of (4\d\d) .*\((\S+)\)$/.exec(problem) ?? []
    return status === undefined || url === undefined ? problem : `${status} ${new URL(url).pathname}`
  })
  return [...new Set(short)].toSorted()
}
