import type { LoaderFunctionArgs } from 'react-router'
import { webContext } from '../server/server-context.ts'

/** A demo stays out of search engines; in production only what belongs to members does. */
export const loader = ({ context }: LoaderFunctionArgs) => {
  const { demo } = context.get(webContext)
  const rules = demo
    ? 'Disallow: /'
    : ['Disallow: /api/', 'Disallow: /pay/', 'Disallow: /dispenser/', 'Allow: /'].join('\n')
  return new Response(`User-agent: *\n${rules}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
