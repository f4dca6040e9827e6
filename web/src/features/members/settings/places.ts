const settingsIds = ['security', 'privacy', 'preferences', 'account'] as const
export type SettingsId = (typeof settingsIds)[number]

export const settingsPath = (id: SettingsId): string => `/settings/${id}`

export const isSettings = (id: string | undefined): id is SettingsId => settingsIds.some((known) => known === id)
