import * as z from 'zod/mini'
import { line, trackerId } from '../fields.ts'
import { childrenIds, factLimits, faithIds, languageIds, smokingIds } from '../profile-choices.ts'
import { route } from '../route.ts'

const facts = {
  children: z.nullable(z.enum(childrenIds)),
  smoking: z.nullable(z.enum(smokingIds)),
  /** What they do, in their own words. */
  work: z.nullable(z.string()),
  languages: z.array(z.enum(languageIds)),
  /** Null without their consent to show it. */
  faith: z.nullable(z.enum(faithIds)),
}
/** What a member says of their life. */
export const memberFacts = z.strictObject(facts)
export type MemberFacts = z.infer<typeof memberFacts>

export const factRoutes = {
  ownFacts: route({
    id: 'ownFacts',
    method: 'GET',
    path: '/api/users/facts/:trackerId',
    tag: 'identity',
    access: 'member',
    summary: 'What the caller says of their life: children, smoking, work, languages, faith.',
    params: z.strictObject({ trackerId }),
    reply: memberFacts,
    failures: [401, 404],
  }),
  changeFacts: route({
    id: 'changeFacts',
    method: 'PUT',
    path: '/api/users/facts/:trackerId',
    tag: 'identity',
    access: 'member',
    summary:
      'Change what the caller says of their life. What is left out stays; null clears. A faith is only taken with `faithConsent`, the consent to show this sensitive data, each time it is set.',
    params: z.strictObject({ trackerId }),
    body: z
      .strictObject({
        children: z.optional(facts.children),
        smoking: z.optional(facts.smoking),
        work: z.optional(z.nullable(line(factLimits.work))),
        languages: z.optional(
          facts.languages.check(
            z.maxLength(factLimits.languages),
            z.refine((ids) => new Set(ids).size === ids.length, 'a language twice'),
          ),
        ),
        faith: z.optional(facts.faith),
        faithConsent: z.optional(z.literal(true)),
      })
      .check(
        z.refine(({ faith, faithConsent }) => typeof faith !== 'string' || faithConsent === true, {
          path: ['faithConsent'],
          error: 'a faith without the consent to show it',
        }),
      ),
    reply: memberFacts,
    failures: [401, 404],
  }),
} as const
