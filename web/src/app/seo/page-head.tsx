import { pageAddress, publicOrigin } from '@incontro/contract/visitor-pages'
import { useLocation } from 'react-router'
import { useSite } from '../brand/site.ts'
import { visitorPageOf } from './visitor-page.ts'

/** Language and country in Open Graph's format. */
const openGraphLocales = { it: 'it_IT', es: 'es_ES', fr: 'fr_FR', en: 'en_GB' } as const

/**
 * The metadata of a visitor page for search engines and shared links; React hoists it into the head. A page that search
 * engines must not list has only its title.
 */
export const PageHead = ({
  title,
  description,
  whole = false,
}: {
  readonly title: string
  readonly description?: string
  /** True if the title already names the brand. */
  readonly whole?: boolean
}) => {
  const { brand, demo, origin, locale } = useSite()
  const page = visitorPageOf(useLocation().pathname)
  const full = whole ? title : `${title} · ${brand.title}`
  if (page === undefined) return <title>{full}</title>
  const home = publicOrigin({ demo, origin, domain: brand.domain })
  const address = pageAddress(home, page, locale)
  const picture = `${home}${brand.pictures.share}`
  return (
    <>
      <title>{full}</title>
      {description !== undefined && <meta name="description" content={description} />}
      <link rel="canonical" href={address} />
      {brand.languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={pageAddress(home, page, language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={pageAddress(home, page)} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.title} />
      <meta property="og:title" content={full} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={openGraphLocales[locale]} />
      {brand.languages
        .filter((language) => language !== locale)
        .map((language) => (
          <meta key={language} property="og:locale:alternate" content={openGraphLocales[language]} />
        ))}
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={brand.tagline.headline} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={full} />
      {description !== undefined && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={picture} />
    </>
  )
}
