import type { Locale } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'
import { themeColor, type Brand } from '#modules/brands/index.ts'
import { iconPath } from './icons.ts'

/** The brand as an app on a home screen (W3C Web Application Manifest). */
export function webManifest(brand: Brand, locale: Locale) {
  const i18n = i18nFor(locale)
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
    // What a long press on the icon offers, in the words of the menu and without news: others may see the screen.
    shortcuts: [
      { name: i18n._({ id: 'menu: messages', message: 'Messages' }), url: '/chats', icons: [png(192, 'any')] },
      { name: i18n._({ id: 'menu: find', message: 'Find' }), url: '/find', icons: [png(192, 'any')] },
      {
        name: i18n._({ id: 'menu: notifications', message: 'Notifications' }),
        url: '/notifications',
        icons: [png(192, 'any')],
      },
    ],
    // A photo from another app: the service worker hands it to the album, and it is sent nowhere before it was cropped.
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'photo', accept: ['image/*'] }] },
    },
    icons: [
      png(192, 'any'),
      png(512, 'any'),
      png(192, 'maskable'),
      png(512, 'maskable'),
      { src: '/brand/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}
