/** To whom a mailing may go: each is a registered query (`server/src/modules/mailings/segments.ts`). */
export const segments = [
  'all',
  'new',
  'active',
  'away',
  'with_plan',
  'without_plan',
  'former_plan',
  'no_photo',
  'women',
  'men',
] as const
export type Segment = (typeof segments)[number]

/** Mails that are sent by themselves, at a point of a member's course. */
export const journeyNames = ['no_photo', 'no_first_message', 'lapsed'] as const
export type JourneyName = (typeof journeyNames)[number]

/** What a text may name: the member's name, the brand's. */
export const mailingPlaceholders = ['name', 'brand'] as const

export const [longestSubject, longestBody] = [120, 6000]

/** What of a text no mail could fill in: placeholders of other names, and single braces. */
export const unknownPlaceholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{([^{}]*)\}|[{}]/g)]
    .filter(([, name]) => !mailingPlaceholders.some((one) => one === name))
    .map(([found]) => found)
