/** What the browsers inside of apps add to their user agent. Google refuses to sign in there. */
const apps =
  /\bInstagram|\bBarcelona|\bFB(?:AN|AV|_IAB)\b|BytedanceWebview|musical_ly|TikTok|\bSnapchat|\bPinterest\b|LinkedInApp|Twitter for i|TwitterAndroid|\bLine\/|MicroMessenger|Telegram-Android|\bGSA\//
/** A page in an app of Android, whichever it is. */
const androidView = /; wv\)/

/** Whether a browser is part of an app that is not a browser. @param isInstalled the page is on the home screen */
export const isInApp = (userAgent: string, isInstalled = false): boolean =>
  !isInstalled &&
  (apps.test(userAgent) ||
    androidView.test(userAgent) ||
    // On iPhones every browser says Safari; a page in an app does not.
    (/\((?:iPhone|iPad|iPod)/.test(userAgent) && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent)))

/** Marks the document of a page in an app, so that it shows how to open it in a browser, with its own address. */
export const markInApp = (): void => {
  if (!isInApp(navigator.userAgent, matchMedia('(display-mode: standalone)').matches)) return
  document.documentElement.dataset['inApp'] = ''
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-own-address]'))
    field.value = location.href
}
