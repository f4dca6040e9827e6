import type { Locale } from '@incontro/contract'

/** The browser data that 3D Secure requires (section 3, "Payment payload"). */
export const browserFacts = (locale: Locale) => ({
  language: navigator.language || locale,
  screenHeight: screen.height,
  screenWidth: screen.width,
  screenColorDepth: Math.min(screen.colorDepth, 64),
  timezone: new Date().getTimezoneOffset(),
  userAgent: navigator.userAgent.slice(0, 512),
  javaEnabled: false,
  javascriptEnabled: true,
})
