export interface Quarter {
  readonly year: number
  readonly quarter: number
}

/** In the address: `2026-4`. */
export const quarterName = ({ year, quarter }: Quarter): string => `${year}-${quarter}`

/** Books are kept for ten years; returns are corrected for three. */
const shown = 16

/** The quarter that runs and those before it. */
export function latestQuarters(today: Date): readonly Quarter[] {
  const last = today.getFullYear() * 4 + Math.floor(today.getMonth() / 3)
  return Array.from({ length: shown }, (_, ago) => {
    const at = last - ago
    return { year: Math.floor(at / 4), quarter: (at % 4) + 1 }
  })
}
