import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { SettingsId } from './places.ts'

const titles: Readonly<Record<SettingsId, MessageDescriptor>> = {
  security: msg`Sign-in and security`,
  privacy: msg`Privacy`,
  preferences: msg`Preferences and help`,
  account: msg`Account`,
}

export const useSettingsTitle = () => {
  const { i18n } = useLingui()
  return (id: SettingsId): string => i18n._(titles[id])
}
