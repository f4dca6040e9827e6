const timeZones: Readonly<Record<string, string>> = {
  IT: 'Europe/Rome',
  ES: 'Europe/Madrid',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
}

/** IANA name of the time zone that a country's members live by; UTC for a country that no brand serves. */
export const timeZoneOf = (country: string): string => timeZones[country] ?? 'UTC'
