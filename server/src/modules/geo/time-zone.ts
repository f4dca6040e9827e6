const timeZones: Readonly<Record<string, string>> = {
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
}

/** IANA time zone of a country's members; UTC for a country without a brand. */
export const timeZoneOf = (country: string): string => timeZones[country] ?? 'UTC'
