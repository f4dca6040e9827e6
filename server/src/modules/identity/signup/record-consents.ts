import type { Locale } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import { legalPage, type Brand } from '#modules/brands/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'

/** Records each consent asked for at sign-up, given or not: kind, text version, language, time (rule 11.11). */
export async function recordSignupConsents(
  tx: Executor,
  input: { memberId: string; brand: Brand; form: SignupAnswers; locale: Locale; at: Date },
): Promise<void> {
  const terms = legalPage(input.brand, 'terms', input.locale).version
  const privacy = legalPage(input.brand, 'privacy', input.locale).version
  const given = [
    { kind: 'terms', granted: true, text_version: terms },
    { kind: 'data', granted: true, text_version: privacy },
    { kind: 'clauses', granted: true, text_version: terms },
    { kind: 'adult', granted: true, text_version: terms },
    { kind: 'promotion', granted: input.form.consents?.promotion === true, text_version: privacy },
    { kind: 'third_party', granted: input.form.consents?.thirdParty === true, text_version: privacy },
  ]
  await tx
    .insertInto('consents')
    .values(
      given.map((consent) => ({
        ...consent,
        member_id: input.memberId,
        id: newId(),
        locale: input.locale,
        given_at: input.at,
      })),
    )
    .execute()
}
