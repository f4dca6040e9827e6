/** Profile facts that a member chooses from lists. The server has the texts in every language. */

/** The prompts: beginnings of sentences that the member completes. An id must never change its meaning. */
export const promptIds = [
  'sunday',
  'laugh',
  'place',
  'dish',
  'song',
  'film',
  'book',
  'trip',
  'dream',
  'learning',
  'talent',
  'habit',
  'friends-say',
  'thankful',
  'evening',
  'morning',
  'first-date',
  'ask-me',
  'get-along',
  'values',
  'changed-mind',
  'courage',
  'grown-up',
  'small-joy',
] as const
export type PromptId = (typeof promptIds)[number]

/** Who may write to a member first; members whom they like always may. */
export const firstMessageRules = ['everyone', 'verified', 'liked'] as const

export const interestIds = [
  'cinema',
  'series',
  'reading',
  'concerts',
  'theatre',
  'art',
  'photography',
  'cooking',
  'wine',
  'eating-out',
  'travel',
  'day-trips',
  'sea',
  'mountains',
  'hiking',
  'running',
  'gym',
  'yoga',
  'swimming',
  'cycling',
  'football',
  'tennis',
  'dancing',
  'motorbikes',
  'dogs',
  'cats',
  'nature',
  'gardening',
  'making',
  'board-games',
  'video-games',
  'technology',
  'science',
  'history',
  'languages',
  'writing',
  'volunteering',
  'family',
  'spirituality',
  'fashion',
  'karaoke',
] as const
export type InterestId = (typeof interestIds)[number]

/** What a member hopes to find. */
export const intentIds = ['relationship', 'slowly', 'light', 'friendship', 'open'] as const
export type IntentId = (typeof intentIds)[number]

export const hairColors = ['blond', 'brown', 'red', 'dark blond', 'black', 'dyed'] as const

/** How many prompts a profile answers, how long an answer is, how many interests it has. */
export const profileLimits = { prompts: 3, answer: 300, interests: 10 } as const
/** In centimetres and kilograms. */
export const heights = { least: 100, most: 250 } as const
export const weights = { least: 30, most: 300 } as const

/** The steps of a new profile, in order. The name cannot be skipped (rule 12.17). */
export const onboardingSteps = ['name', 'photo', 'intent', 'prompt', 'interests'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]
export type SkippableStep = Exclude<OnboardingStep, 'name'>

/** Who is shown a member's phone number: no one until the member chooses. */
export const phoneAudiences = ['nobody', 'written', 'paying'] as const
export type PhoneAudience = (typeof phoneAudiences)[number]

/** Why a member is picked for another: what they hope to find, what they like, where they live, what they answered. */
export const pickReasons = ['intent', 'interests', 'town', 'prompt'] as const
export type PickReason = (typeof pickReasons)[number]

/** What a member may say of their life. All of it is optional. */
export const childrenIds = ['have', 'have-want', 'want', 'none', 'unsure'] as const
export type ChildrenId = (typeof childrenIds)[number]
export const smokingIds = ['no', 'sometimes', 'yes', 'quitting'] as const
export type SmokingId = (typeof smokingIds)[number]
/** Of the world's languages those that most people of our countries speak; ISO 639-1. */
export const languageIds = [
  'it',
  'es',
  'fr',
  'en',
  'de',
  'pt',
  'ca',
  'gl',
  'eu',
  'ro',
  'pl',
  'uk',
  'ru',
  'sq',
  'ar',
  'zh',
  'hi',
  'bn',
  'ga',
  'cy',
] as const
export type LanguageId = (typeof languageIds)[number]
/** Sensitive: stored and shown only with the member's explicit consent, and never searched by. */
export const faithIds = [
  'catholic',
  'protestant',
  'orthodox',
  'muslim',
  'jewish',
  'hindu',
  'buddhist',
  'spiritual',
  'agnostic',
  'atheist',
  'other',
] as const
export type FaithId = (typeof faithIds)[number]
/** How long a job's name is, and how many languages a profile names. */
export const factLimits = { work: 60, languages: 8 } as const
