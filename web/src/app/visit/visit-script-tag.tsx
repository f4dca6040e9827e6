import { useSite } from '../brand/site.ts'
// oxlint-disable-next-line import/default -- the bundler emits a file and exports its URL
import script from './visitor-script.ts?worker&url'

/**
 * The small script of every visitor page, in its own file, which runs after the page is parsed. It also starts a
 * deferred page script.
 */
export const VisitScript = () => {
  const { brand } = useSite()
  return (
    <script defer src={script} data-country={brand.country} data-affiliation={brand.affiliation ? '' : undefined} />
  )
}
