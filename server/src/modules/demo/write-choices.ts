import { interestIds, type PromptId } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import profiles from './data/profiles.json' with { type: 'json' }
import type { SampleMember } from './fixtures.ts'
import { createRng } from './rng.ts'

const intents = ['relationship', 'relationship', 'slowly', 'slowly', 'light', 'friendship', 'open'] as const
const chunk = 400

/** Interests and prompts of sample members: most have interests, two in three have answered one or two prompts. */
export async function writeChoices(tx: Tx, members: readonly SampleMember[], seed: string): Promise<void> {
  const drawn = members.map((member) => {
    // A separate RNG: drawing choices must not change the other sample members' data.
    const rng = createRng(`${seed} choices ${member.number}`)
    const answers = Object.entries(profiles[member.locale].prompts) as [PromptId, string[]][]
    const prompts = member.login || rng.chance(0.66) ? rng.some(answers, rng.between(1, 2)) : []
    return {
      id: member.id,
      intent: rng.chance(0.75) ? rng.pick(intents) : null,
      interests: rng.chance(0.85) || member.login ? rng.some(interestIds, rng.between(3, 7)) : [],
      prompts: prompts.map(([prompt, lines], index) => ({ place: index + 1, prompt, answer: rng.pick(lines) })),
    }
  })
  for (let start = 0; start < drawn.length; start += chunk) {
    const some = drawn.slice(start, start + chunk)
    await tx
      .insertInto('profile_choices')
      .values(some.map(({ id, intent, interests }) => ({ member_id: id, intent, interests })))
      .execute()
    await tx
      .insertInto('profile_prompts')
      .values(some.flatMap(({ id, prompts }) => prompts.map((prompt) => ({ member_id: id, ...prompt }))))
      .execute()
  }
}
