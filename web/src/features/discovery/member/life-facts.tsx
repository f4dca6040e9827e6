import type { MemberFacts } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { Baby, BriefcaseBusiness, Cigarette, Languages, Sparkle } from 'lucide-react'
import type { ChoiceTexts } from '#features/choices/index.ts'
import { Fact } from './fact.tsx'

/**
 * What they say of their life; what they leave out is not mentioned. It is no file on demand: a page that renders again
 * before such a file has arrived takes away what is in the document (docs/decisions/061-members-pages-on-the-server.md).
 */
export const LifeFacts = ({ facts, texts }: { readonly facts: MemberFacts; readonly texts: ChoiceTexts }) => {
  return (
    <>
      {facts.work && (
        <Fact icon={BriefcaseBusiness} name={<Trans>Work</Trans>}>
          {facts.work}
        </Fact>
      )}
      {facts.children && (
        <Fact icon={Baby} name={<Trans>Children</Trans>}>
          {texts.child(facts.children)}
        </Fact>
      )}
      {facts.smoking && (
        <Fact icon={Cigarette} name={<Trans>Smoking</Trans>}>
          {texts.smoke(facts.smoking)}
        </Fact>
      )}
      {facts.languages.length > 0 && (
        <Fact icon={Languages} name={<Trans>Languages</Trans>}>
          {facts.languages.map(texts.language).join(', ')}
        </Fact>
      )}
      {facts.faith && (
        <Fact icon={Sparkle} name={<Trans>Faith</Trans>}>
          {texts.faith(facts.faith)}
        </Fact>
      )}
    </>
  )
}
