import type { Locale } from '@incontro/contract'
import { themeColor, type Brand } from '#modules/brands/index.ts'
import { iconPath } from './icons.ts'

/** The brand as an app on a home screen (W3C Web Application Manifest). */
export function webManifest(brand: Brand, locale: Locale) {
  const { light, dark } = themeColor(brand)
  const colour = brand.theme === 'dark' ? dark : light
  const png = (size: 192 | 512, purpose: 'any' | 'maskable') => ({
    src: iconPath(brand, size, purpose === 'maskable'),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: brand.title,
    short_name: brand.title,
    description: brand.tagline[locale].subtitle,
    lang: locale,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: colour,
    background_color: colour,
    categories: ['social', 'lifestyle'],
    icons: [
      png(192, 'any'),
      png(512, 'any'),
      png(192, 'maskable'),
      png(512, 'maskable'),
      { src: '/brand/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}
