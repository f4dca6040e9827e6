import { Trans } from '@lingui/react/macro'
import { useLoaderData } from 'react-router'
import { useSite } from '#app/brand/site.ts'
import { VisitorShell } from './visitor-layout.tsx'
import { GoogleButton, SignupForm } from '#features/identity/index.ts'
import { SignupLanding, type SignupLandingData, signupLandingHandle } from '#features/site/index.ts'

/** `/find` for visitors, with its own shell, because the member layout renders none for them. */
const FindLanding = () => {
  const { brand } = useSite()
  const { signup, reviews } = useLoaderData<SignupLandingData>()
  return (
    <VisitorShell handle={signupLandingHandle}>
      <SignupLanding
        mainstream={brand.mainstream}
        reviews={reviews}
        intro={<Trans>You’re two minutes away from your first hello. Add a few lines about yourself later.</Trans>}
      >
        <GoogleButton />
        <SignupForm data={signup} />
      </SignupLanding>
    </VisitorShell>
  )
}

export default FindLanding
