import type { MemberPage } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Cake, MapPin, Palette, Ruler, Search, UserRound, Weight } from 'lucide-react'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import { type ChoiceTexts, hairTexts } from '#features/choices/index.ts'
import { Fact } from './fact.tsx'
import { LifeFacts } from './life-facts.tsx'
import styles from './member-profile.module.css'

/** The key facts; a missing height is "--". */
export const Facts = ({ otherMember, texts }: { otherMember: MemberPage; texts: ChoiceTexts | undefined }) => {
  const { i18n } = useLingui()
  const { genderShown } = otherMember
  return (
    <Card as="section" className={styles.factsCard}>
      <h2 className={text.hidden}>
        <Trans>In short</Trans>
      </h2>
      <dl className={styles.facts}>
        {otherMember.intent && texts && (
          <Fact icon={Search} name={<Trans context="fact">Looking for</Trans>}>
            {texts.intent(otherMember.intent.id)}
          </Fact>
        )}
        <Fact icon={Cake} name={<Trans>Age</Trans>}>
          {otherMember.age}
        </Fact>
        {genderShown && (
          <Fact icon={UserRound} name={<Trans>Gender</Trans>}>
            {genderShown === 'man' ? (
              <Trans>Man</Trans>
            ) : genderShown === 'woman' ? (
              <Trans>Woman</Trans>
            ) : (
              texts?.gender(genderShown)
            )}
          </Fact>
        )}
        <Fact icon={MapPin} name={<Trans>Area</Trans>}>
          {[otherMember.city, otherMember.region].filter(Boolean).join(', ')}
        </Fact>
        {texts && otherMember.facts && <LifeFacts facts={otherMember.facts} texts={texts} />}
        {otherMember.hairColor && (
          <Fact icon={Palette} name={<Trans>Hair</Trans>}>
            {i18n._(hairTexts[otherMember.hairColor])}
          </Fact>
        )}
        <Fact icon={Ruler} name={<Trans>Height</Trans>}>
          {otherMember.height ? <Trans>{otherMember.height} cm</Trans> : '--'}
        </Fact>
        {otherMember.weight !== null && (
          <Fact icon={Weight} name={<Trans>Weight</Trans>}>
            <Trans>{otherMember.weight} kg</Trans>
          </Fact>
        )}
      </dl>
    </Card>
  )
}
