import type { Site } from './site.ts'

/** The icons, the brand's web app manifest, and the theme colours of the browser's own bars. */
export const BrowserChrome = ({ site: { brand, locale, theme } }: { site: Site }) => (
  <>
    <link rel="icon" type="image/svg+xml" href="/brand/icon.svg" />
    <link rel="apple-touch-icon" sizes="180x180" href={brand.pictures.touchIcon} />
    <link rel="manifest" href={`/manifest.webmanifest?l=${locale}`} />
    {theme ? (
      <meta name="theme-color" content={brand.themeColor[theme]} />
    ) : (
      (['light', 'dark'] as const).map((scheme) => (
        <meta
          key={scheme}
          name="theme-color"
          media={`(prefers-color-scheme: ${scheme})`}
          content={brand.themeColor[scheme]}
        />
      ))
    )}
  </>
)
