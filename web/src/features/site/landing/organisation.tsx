import { publicOrigin } from '@incontro/contract/visitor-pages'
import { useSite } from '#app/brand/site.ts'

/** The company behind the site, for search engines (schema.org Organization), as data. */
export const Organisation = () => {
  const { brand, demo, origin } = useSite()
  const home = publicOrigin({ demo, origin, domain: brand.domain })
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.title,
    legalName: brand.company,
    url: `${home}/`,
    logo: `${home}/brand/icon.png?size=512`,
    image: `${home}${brand.pictures.share}`,
    address: brand.companyAddress,
    vatID: brand.vatNumber,
    email: brand.supportEmail,
    telephone: brand.phone,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: brand.supportEmail,
      telephone: brand.phone,
      availableLanguage: brand.languages,
      url: `${home}/contactUs`,
    },
  }
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- JSON of the brand's own file; nothing in it can end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replace(/</g, '\\u003c') }}
    />
  )
}
