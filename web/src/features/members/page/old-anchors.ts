import { settingsPath } from '../settings/places.ts'

/** Parts that have a page of their own now: links to them are in emails and in browsers. */
const moved: Readonly<Record<string, string>> = {
  plan: '/purchases',
  security: settingsPath('security'),
  email: `${settingsPath('security')}#email`,
  passkeys: `${settingsPath('security')}#passkeys`,
  google: `${settingsPath('security')}#google`,
  privacy: settingsPath('privacy'),
  data: `${settingsPath('privacy')}#data`,
  preferences: settingsPath('preferences'),
  account: settingsPath('account'),
}

/** Where a part of the profile is now; undefined if it is still there. */
export const movedTo = (hash: string): string | undefined => {
  const id = hash.slice(1)
  return Object.hasOwn(moved, id) ? moved[id] : undefined
}
