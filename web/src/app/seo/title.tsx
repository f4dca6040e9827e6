import { useSiteIfLoaded } from '../brand/site.ts'

/** The document's title: the page, then the brand. React hoists it into the head. */
export const Title = ({ children }: { children: string }) => {
  const brand = useSiteIfLoaded()?.brand.title
  return <title>{brand ? `${children} · ${brand}` : children}</title>
}
