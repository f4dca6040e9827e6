import * as z from 'zod/mini'
import { cityId, line, localeSchema, statedAge, text, trackerId, wireGender } from '../fields.ts'
import {
  childrenIds,
  faithIds,
  firstMessageRules,
  hairColors,
  heights,
  intentIds,
  interestIds,
  languageIds,
  onboardingSteps,
  profileLimits,
  promptIds,
  type SkippableStep,
  smokingIds,
  weights,
} from '../profile-choices.ts'
import { genderFields, genderView, genderWords } from '../gender.ts'
import { longestName } from '../limits.ts'
import { route } from '../route.ts'
import { sessionView } from './identity.ts'

const hairColor = z.nullable(z.enum(hairColors))
const height = z.nullable(z.int().check(z.gte(heights.least), z.lte(heights.most)))
const weight = z.nullable(z.int().check(z.gte(weights.least), z.lte(weights.most)))
const intent = z.nullable(z.enum(intentIds))

const privacy = {
  /** Hides the profile from every list; only members whom they like or have a conversation with can see it. */
  hidden: z.boolean(),
  /** Hides from others when the member was last here. */
  hideLastSeen: z.boolean(),
  /** Hides the member's visits from the members visited. */
  hideVisits: z.boolean(),
  /** Who may write to the member first: everyone, verified members, or (as always) those whom the member likes. */
  firstMessagesFrom: z.enum(firstMessageRules),
}
const privacySettings = z.strictObject(privacy)
export type PrivacySettings = z.infer<typeof privacySettings>

const isWithoutRepeats = (values: readonly string[]): boolean => new Set(values).size === values.length

/** A prompt with the member's answer. */
export const answeredPrompt = z.strictObject({ id: z.enum(promptIds), answer: z.string() })
export type AnsweredPrompt = z.infer<typeof answeredPrompt>

const onboardingState = z.strictObject({
  id: z.enum(onboardingSteps),
  /** `skipped`: the member skipped the step and may come back to it. */
  state: z.enum(['open', 'done', 'skipped']),
})
export type OnboardingState = z.infer<typeof onboardingState>
const skippable = onboardingSteps.filter((step): step is SkippableStep => step !== 'name')

const choice = <const Ids extends readonly string[]>(ids: Ids) =>
  z.array(z.strictObject({ id: z.enum(ids), text: z.string() }))

export const profileRoutes = {
  profile: route({
    id: 'profile',
    method: 'GET',
    path: '/api/users/profile/:trackerId',
    tag: 'identity',
    access: 'member',
    summary: 'The member’s own profile.',
    params: z.strictObject({ trackerId }),
    reply: z.strictObject({
      username: z.string(),
      email: z.string(),
      eta: z.int(),
      /** The age can be corrected once. */
      mayCorrectAge: z.boolean(),
      descrizione: z.string(),
      cosa_cerco: z.string(),
      sono: z.enum(['uomo', 'donna']),
      cerco: z.enum(['uomo', 'donna']),
      ...genderView,
      hair_color: hairColor,
      height,
      weight,
      intent,
      interests: z.array(z.enum(interestIds)),
      prompts: z.array(answeredPrompt),
      /** How complete the profile is. */
      steps: z.array(onboardingState),
      imageName: sessionView.shape.imageName,
    }),
    failures: [401, 404],
  }),
  updateProfile: route({
    id: 'updateProfile',
    method: 'PUT',
    path: '/api/users/:trackerId',
    tag: 'identity',
    access: 'member',
    summary: 'Change the own profile, or `region` and `city`. What is left out stays; lists are replaced whole.',
    params: z.strictObject({ trackerId }),
    body: z.strictObject({
      eta: z.optional(statedAge),
      username: z.optional(line(longestName)),
      sono: z.optional(wireGender),
      cerco: z.optional(wireGender),
      ...genderFields,
      descrizione: z.optional(text(2000)),
      cosa_cerco: z.optional(text(2000)),
      hair_color: z.optional(hairColor),
      height: z.optional(height),
      weight: z.optional(weight),
      intent: z.optional(intent),
      interests: z.optional(
        z
          .array(z.enum(interestIds))
          .check(z.maxLength(profileLimits.interests), z.refine(isWithoutRepeats, 'an interest twice')),
      ),
      prompts: z.optional(
        z.array(z.strictObject({ id: z.enum(promptIds), answer: line(profileLimits.answer) })).check(
          z.maxLength(profileLimits.prompts),
          z.refine((prompts) => isWithoutRepeats(prompts.map(({ id }) => id)), 'a prompt twice'),
        ),
      ),
      region: z.optional(line(120)),
      city: z.optional(line(120)),
      cityId: z.optional(cityId),
      servizio: z.optional(text(255)),
    }),
    reply: z.strictObject({ result: z.literal('OK'), user: sessionView }),
    failures: [401, 403, 404],
  }),
  privacy: route({
    id: 'privacy',
    method: 'GET',
    path: '/api/users/privacy',
    tag: 'identity',
    access: 'member',
    summary: 'How much of themselves the member shows, and who may write to them first.',
    reply: privacySettings,
    failures: [401],
  }),
  changePrivacy: route({
    id: 'changePrivacy',
    method: 'PUT',
    path: '/api/users/privacy',
    tag: 'identity',
    access: 'member',
    summary: 'Change how much the member shows of themselves. What is left out stays.',
    body: z.strictObject({
      hidden: z.optional(privacy.hidden),
      hideLastSeen: z.optional(privacy.hideLastSeen),
      hideVisits: z.optional(privacy.hideVisits),
      firstMessagesFrom: z.optional(privacy.firstMessagesFrom),
    }),
    reply: privacySettings,
    failures: [401],
  }),
  skipStep: route({
    id: 'skipStep',
    method: 'POST',
    path: '/api/users/onboarding/skip',
    tag: 'identity',
    access: 'member',
    summary: 'Pass over one of the first steps of the profile; all but the name can be.',
    body: z.strictObject({ trackerId, step: z.enum(skippable) }),
    reply: z.strictObject({ steps: z.array(onboardingState) }),
    failures: [401, 404],
  }),
  profileChoices: route({
    id: 'profileChoices',
    method: 'GET',
    path: '/api/get/profileChoices/:locale',
    tag: 'identity',
    access: 'visitor',
    summary: 'What a member can choose to say about themselves, in the words of a language.',
    params: z.strictObject({ locale: localeSchema }),
    reply: z.strictObject({
      prompts: z.array(z.strictObject({ id: z.enum(promptIds), text: z.string(), example: z.string() })),
      interests: choice(interestIds),
      intents: choice(intentIds),
      children: choice(childrenIds),
      smoking: choice(smokingIds),
      languages: choice(languageIds),
      faiths: choice(faithIds),
      genders: choice(genderWords),
    }),
  }),
} as const
