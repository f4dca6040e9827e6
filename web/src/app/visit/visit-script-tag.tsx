import { useSite } from '../brand/site.ts'
// oxlint-disable-next-line import/default -- the bundler makes a file of it and gives its address
import script from './visitor-script.ts?worker&url'

/** The one small script of every visitor page: a file of our own, run when the page has been read. A page whose script waits needs it. */
export const VisitScript = () => {
  const { brand } = useSite()
  return (
    <script defer src={script} data-country={brand.country} data-affiliation={brand.affiliation ? '' : undefined} />
  )
}
