import type { WireGender } from './fields.ts'

/** The domain's word for a member's gender and for whom they look. */
export type Gender = 'man' | 'woman'

export const genderFromWire = (wire: WireGender): Gender => (wire === 'uomo' ? 'man' : 'woman')
export const genderToWire = (gender: Gender): WireGender => (gender === 'man' ? 'uomo' : 'donna')
/** The angel's `gender` field of the specification. */
export const genderToAngel = (gender: Gender): 'Male' | 'Female' => (gender === 'man' ? 'Male' : 'Female')
