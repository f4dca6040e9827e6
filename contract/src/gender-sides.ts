type One = 'donna' | 'uomo'

/** What a control for one or both says. */
export type Sides = One | 'both'

export const sidesOf = (list: readonly One[]): Sides => (list.length === 2 ? 'both' : (list[0] ?? 'donna'))

/** As the wire has it; of both, `first` stays the one that `sono` and `cerco` carry. Undefined for another text. */
export const listOfSides = (sides: string, first: One = 'donna'): [One, ...One[]] | undefined => {
  if (sides === 'both') return first === 'donna' ? ['donna', 'uomo'] : ['uomo', 'donna']
  return sides === 'donna' || sides === 'uomo' ? [sides] : undefined
}
