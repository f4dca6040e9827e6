import { Trans } from '@lingui/react/macro'
import { useLoaderData } from 'react-router'
import { useSite } from '../../app/site.ts'
import { VisitorShell } from '../../app/visitor-layout.tsx'
import { GoogleButton } from '../identity/google-button.tsx'
import { SignupForm } from '../identity/signup-fields.tsx'
import type { SignupLandingData } from './landing-server.ts'
import { SignupLanding, signupLandingHandle } from './landing-signup.tsx'

/** `/find` for somebody who is not signed in, its shell included: the members' shell around it holds nothing then. */
const FindLanding = () => {
  const { brand } = useSite()
  const { signup, reviews } = useLoaderData<SignupLandingData>()
  return (
    <VisitorShell handle={signupLandingHandle}>
      <SignupLanding
        mainstream={brand.mainstream}
        reviews={reviews}
        intro={<Trans>Sei a due minuti dal primo ciao. Due righe su di te le aggiungi dopo.</Trans>}
      >
        <GoogleButton />
        <SignupForm data={signup} />
      </SignupLanding>
    </VisitorShell>
  )
}

export default FindLanding
