import { describe, expect, it } from 'vitest'
import { isInApp } from './in-app-browser.ts'

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250105.002'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.135 Mobile Safari/537.36'

describe('a page in an app', () => {
  it.each([
    ['Instagram, Android', `${android}; wv) ${chrome} Instagram 361.0.0.46.88 Android`],
    ['Instagram, iPhone', `${ios} Mobile/22B83 Instagram 361.0.0.35.82 (iPhone16,1; iOS 18_1; it_IT; scale=3.00)`],
    ['Threads', `${ios} Mobile/22B83 Barcelona 361.0.0.35.82 (iPhone16,1; iOS 18_1)`],
    ['Facebook, iPhone', `${ios} Mobile/22B83 [FBAN/FBIOS;FBAV/492.0.0.66.109;FBBV/1;FBDV/iPhone16,1;FBLC/it_IT]`],
    ['Facebook, Android', `${android}; wv) ${chrome} [FB_IAB/FB4A;FBAV/492.0.0.1.59;]`],
    ['Messenger', `${ios} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/486.0]`],
    [
      'TikTok, iPhone',
      `${ios} Mobile/22B83 musical_ly_37.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
    ],
    ['TikTok, Android', `${android}; wv) ${chrome} trill_370503 BytedanceWebview/d8a21c6`],
    ['Snapchat', `${ios} Version/18.1 Mobile/15E148 Snapchat/13.20.0.42 (like Safari/8619.2.8, panda)`],
    ['Pinterest', `${ios} Mobile/22B83 [Pinterest/iOS]`],
    ['LinkedIn', `${ios} Mobile/22B83 [LinkedInApp]/9.30.1`],
    ['X, iPhone', `${ios} Version/18.1 Mobile/22B83 Safari/604.1 Twitter for iPhone/10.70`],
    ['X, Android', `${android}) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36 TwitterAndroid`],
    ['LINE', `${ios} Mobile/22B83 Safari Line/14.20.0`],
    ['WeChat', `${ios} Mobile/22B83 MicroMessenger/8.0.54(0x18003633) NetType/WIFI Language/it`],
    ['Telegram', `${android}) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.5.3`],
    ['the Google app', `${ios} GSA/345.0.697 Mobile/22B83 Safari/604.1`],
    ['an app that says nothing, Android', `${android}; wv) ${chrome}`],
    ['an app that says nothing, iPhone', `${ios} Mobile/22B83`],
  ])('%s', (_name, userAgent) => expect(isInApp(userAgent)).toBe(true))
})

describe('a browser', () => {
  it.each([
    ['Safari, iPhone', `${ios} Version/18.1 Mobile/15E148 Safari/604.1`],
    ['Chrome, iPhone', `${ios} CriOS/131.0.6778.154 Mobile/15E148 Safari/604.1`],
    ['Firefox, iPhone', `${ios} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
    [
      'Chrome, Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Samsung',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    ],
    ['Firefox, Android', 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
    [
      'Safari, Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
    [
      'Edge',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    ],
    [
      'Chrome on Linux, headless',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
    ],
    ['nothing', ''],
  ])('%s', (_name, userAgent) => expect(isInApp(userAgent)).toBe(false))

  it('on the home screen of an iPhone, which does not say Safari either', () => {
    expect(isInApp(`${ios} Mobile/15E148`, true)).toBe(false)
  })
})
