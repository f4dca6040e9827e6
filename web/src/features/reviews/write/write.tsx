import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { Title } from '#app/seo/title.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import { Stars } from '#components/marks/stars.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { NotYet } from './not-yet.tsx'
import { OwnState } from './own-state.tsx'
import { type Refused, ReviewForm } from './review-form.tsx'
import styles from './reviews.module.css'

const here = '/reviews/write'

export const loader = ({ context }: LoaderFunctionArgs) => {
  const { api, session } = context.get(webContext)
  // The shell redirects, too, but both loaders run in parallel.
  if (!session) throw redirect(`/login?next=${encodeURIComponent(here)}`)
  return apiOver(api)('GET /api/reviews/own', {})
}

/** Submitting and deleting are plain forms, so that they work without script; a success redirects. */
export const action = async ({ request, context }: ActionFunctionArgs): Promise<Refused> => {
  const api = apiOver(context.get(webContext).api)
  const form = await request.formData()
  const stars = Number(form.get('stars') ?? 0)
  const written = String(form.get('text') ?? '').replace(/\r\n/g, '\n')
  const refused = (code: string, field: string): Refused => ({ code, field, stars, text: written, stamp: Date.now() })
  const withdraws = form.get('intent') === 'withdraw'
  if (!withdraws && stars === 0) return refused('review_no_stars', 'stars')
  try {
    await (withdraws
      ? api('DELETE /api/reviews/own', {})
      : api('PUT /api/reviews/own', { body: { stars, text: written } }))
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return refused(error.code, error.field ?? '')
  }
  throw redirect(here)
}

/** The member's own review: write, edit or delete it and see its state, or why they may not write one yet. */
export default function WriteReview() {
  const { t } = useLingui()
  const review = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const busy = useNavigation().state === 'submitting'
  const exists = review.state !== 'none'
  const shown = review.state === 'pending' || review.state === 'published'
  const form = (
    <ReviewForm
      key={refused?.stamp}
      stars={review.stars}
      written={review.text}
      refused={refused}
      busy={busy}
      again={exists}
    />
  )
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Your review`}</Title>
      <h1 className={text.h1}>
        <Trans>Tell us how it went</Trans>
      </h1>
      <p className={classNames(text.muted, styles.intro)}>
        <Trans>One review each. It helps those who are deciding whether to join, criticism included.</Trans>
      </p>
      <div className={styles.sections}>
        <OwnState review={review} />
        {shown && (
          <Card as="section" className={styles.section} aria-label={t`Your review`}>
            <div>
              <Stars value={review.stars ?? 0} />
            </div>
            <blockquote className={styles.quote}>{review.text}</blockquote>
          </Card>
        )}
        {!review.may && <NotYet review={review} />}
        {review.may && !shown && (
          <Card as="section" aria-label={t`Write the review`}>
            {form}
          </Card>
        )}
        {review.may && shown && (
          <Card as="section" aria-label={t`Change the review`}>
            <details className={styles.fold} open={refused !== undefined}>
              <summary>
                <Trans>Change the review</Trans>
              </summary>
              <div className={styles.inside}>
                <p className={text.muted}>
                  <Trans>The new version takes the place of this one. Until we have read it, neither shows.</Trans>
                </p>
                {form}
              </div>
            </details>
          </Card>
        )}
        {exists && (
          <Card as="section" aria-label={t`Withdraw the review`}>
            <details className={styles.fold}>
              <summary>
                <Trans>Withdraw the review</Trans>
              </summary>
              <Form method="post" className={styles.inside}>
                <p className={text.muted}>
                  <Trans>We’ll delete it: within a minute nobody can see it any more. You can write another one.</Trans>
                </p>
                <Button type="submit" name="intent" value="withdraw" variant="dangerOutline">
                  <Trans>Withdraw it</Trans>
                </Button>
              </Form>
            </details>
          </Card>
        )}
      </div>
    </main>
  )
}
