import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { useSite } from '../../app/site.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { visitQuery } from '../visit/address.ts'
import { useVisitLinks } from '../visit/use-visit-links.ts'
import { VisitInputs } from '../visit/visit-inputs.tsx'
import styles from './google-button.module.css'
import { GoogleMark } from './google-mark.tsx'

/** The button alone. A plain form of its own, which works without script and takes nothing along of what was written in another one. */
export const GoogleForm = () => {
  const { search } = useLocation()
  const { next } = useVisitLinks()
  return (
    <form method="post" action={`/loginWithGoogle/start${visitQuery(search, next === '' ? {} : { next })}`}>
      <VisitInputs />
      <Button type="submit" variant="sec" size="lg" block><GoogleMark /><Trans>Continua con Google</Trans></Button>
    </form>
  )
}

/** The way in with Google beside a form with an email, where the installation has it. */
export const GoogleButton = ({ place }: { readonly place: 'above' | 'below' }) => {
  const { google } = useSite()
  if (!google) return null
  const or = <p className={styles.or}>{place === 'above' ? <Trans>oppure con l’email</Trans> : <Trans>oppure</Trans>}</p>
  return (
    <div className={classNames(styles.way, styles[place])}>
      {place === 'below' && or}
      <GoogleForm />
      {place === 'above' && or}
    </div>
  )
}
