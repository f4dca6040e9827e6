import type { AnsweredPrompt } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'

/** The name and the texts of a profile. */
export interface ProfileTexts {
  readonly name: string | null
  readonly about: string
  readonly lookingFor: string
  readonly answers: readonly AnsweredPrompt[]
}

/** What a member has written, of the name and the texts; what is undefined stays. */
export type WrittenTexts = { readonly [Text in keyof ProfileTexts]: ProfileTexts[Text] | undefined }

/** Called before they are stored, in the same transaction. */
export type LookAtTexts = (
  tx: Tx,
  input: { readonly brandId: string; readonly memberId: string; readonly written: WrittenTexts; readonly at: Date },
) => Promise<void>

export async function textsOf(executor: Executor, memberId: string): Promise<ProfileTexts> {
  const { rows } = await sql<ProfileTexts>`
    select m.screen_name as name, m.about, m.looking_for as "lookingFor", coalesce(
      (select json_agg(json_build_object('id', p.prompt, 'answer', p.answer) order by p.place)
        from profile_prompts p where p.member_id = m.id), '[]') as answers
    from members m where m.id = ${memberId}`.execute(executor)
  return rows[0] ?? { name: null, about: '', lookingFor: '', answers: [] }
}
