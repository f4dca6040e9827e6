import type { WirePaymentCode } from '@incontro/contract'
import type { Charge } from '@incontro/contract/domain'
import { paymentSystems } from '@incontro/contract/codes'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { data, type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Spinner } from '#components/marks/spinner.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { followRedirect } from '../purchase/follow-redirect.ts'
import { type PaidBy, useOutcomeWords } from './outcome-words.tsx'
import { usePaid } from './paid.ts'
import styles from './result.module.css'
import { PurchaseHead } from '../purchase/purchase-head.tsx'

export const handle = { bare: true, menu: false }

const PaymentPopup = lazy(() => import('./payment-popup.tsx'))

const askEvery = 3000
/** After this many checks the page stops waiting; the credits still arrive when the bank approves. */
const mostChecks = 20

const isOpen = (reply: Charge | undefined) => reply?.status === 'pending'

/** An address of no payment system is no return page: the document says so, and leads where an order can be found. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  data(null, { status: paymentSystems.some((one) => one === params['provider']) ? 200 : 404 })

/** On navigation within the site there is no document with a status. */
export const clientLoader = () => null

/** The page to which the bank returns the browser. It fetches everything from the server, so reloading it is safe. */
export default function PaymentCheck() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const { session } = useSession()
  const navigate = useNavigate()
  const paid = usePaid()
  const reference = query.get('reference') ?? undefined
  const { provider = '' } = useParams()
  const {
    data: reply,
    isError,
    error,
    isFetching,
    refetch,
    dataUpdateCount,
  } = usePolled({ clickid: session.clickid, provider, reference, brought: broughtBack(query) })
  const done = useRef(false)
  const succeeded = reply?.status === 'ok' && !reply.threeDS
  useEffect(() => {
    if (!succeeded || done.current) return
    done.current = true
    void paid(reply)
  }, [succeeded, reply, paid])

  const unknown = error instanceof ApiProblem && error.status >= 400 && error.status < 500
  const again = reply?.status === 'ok' && reply.threeDS ? reply.redirect : null
  const tired = isOpen(reply) && dataUpdateCount >= mostChecks
  const toOrder = (ratePlan: string, way: Record<string, string>) =>
    void navigate(`/purchase/pay?${new URLSearchParams({ plan: ratePlan, ...way })}`, { replace: true })
  return (
    <>
      <PurchaseHead title={t`Payment`} />
      <main id="main" className={layout.page}>
        <Title>{t({ message: 'Checking the payment', context: 'title' })}</Title>
        <div className={styles.result}>
          {reply && (reply.status === 'ko' || tired) ? (
            <Outcome code={tired ? 'pending' : reply.message} paidBy={reply.paidBy} />
          ) : isError && !reply ? (
            <>
              <h1 className={text.hidden}>
                <Trans>Checking the payment</Trans>
              </h1>
              <ErrorState
                busy={isFetching}
                onRetry={unknown ? undefined : () => void refetch()}
                title={unknown ? <Trans>This address leads to none of your orders</Trans> : undefined}
                text={
                  unknown ? (
                    <Trans>
                      The link may be incomplete, or the order may belong to another profile. Your orders show how each
                      one stands: while the bank is still deciding it says “In progress”, and there’s no need to pay
                      again.
                    </Trans>
                  ) : undefined
                }
              />
            </>
          ) : again ? (
            <>
              <h1 className={text.h1}>
                <Trans>The bank is waiting for your confirmation</Trans>
              </h1>
              <Button size="lg" onClick={() => followRedirect(again)}>
                <Trans>Continue with the bank</Trans>
              </Button>
            </>
          ) : (
            <Checking checks={dataUpdateCount} />
          )}
          {unknown && !reply && (
            <ButtonLink href="/purchases">
              <Trans>See your orders</Trans>
            </ButtonLink>
          )}
          {again && reply && (
            <Button variant="sec" onClick={() => toOrder(reply.ratePlan, { method: provider })}>
              <Trans>Back to your order</Trans>
            </Button>
          )}
          {isError && !reply && (
            <ButtonLink variant="sec" href="/vip_plan/cred">
              <Trans>Back to the plans</Trans>
            </ButtonLink>
          )}
        </div>
        <Suspense fallback={null}>
          {reply?.status === 'ko' && (
            <PaymentPopup
              code={reply.message}
              paidBy={reply.paidBy}
              onClose={() => toOrder(reply.ratePlan, { method: provider })}
              onRetry={() => toOrder(reply.ratePlan, { method: provider })}
              another={{
                label: <Trans>Choose another method</Trans>,
                onChoose: () => toOrder(reply.ratePlan, { instead: provider }),
              }}
            />
          )}
          {reply && tired && (
            <PaymentPopup
              code="pending"
              paidBy={reply.paidBy}
              onClose={() => void navigate(reply.returnTo ?? '/chats')}
              another={{
                label: <Trans>Choose another method</Trans>,
                onChoose: () => toOrder(reply.ratePlan, { instead: provider }),
              }}
            />
          )}
        </Suspense>
      </main>
    </>
  )
}

/** The provider is being asked. */
const Checking = ({ checks }: { readonly checks: number }) => {
  const { t } = useLingui()
  return (
    <>
      <Spinner large />
      <h1 className={text.h1}>
        <Trans>Checking the payment</Trans>
      </h1>
      <p role="status">
        <Trans>We’re asking how it went. It usually takes a few seconds.</Trans>
      </p>
      <progress className={styles.progress} max={mostChecks} value={checks} aria-label={t`Checking`} />
      <p>
        <Trans>You can close this page. We’ll email you as soon as we know.</Trans>
      </p>
    </>
  )
}

/** What the dialog says, for the page behind it. */
const Outcome = ({ code, paidBy }: { readonly code: WirePaymentCode; readonly paidBy: PaidBy }) => {
  const words = useOutcomeWords(code, paidBy)
  return (
    <>
      <h1 className={text.h1}>{words.title}</h1>
      <p>{words.text}</p>
    </>
  )
}

interface Brought {
  readonly redirectResult?: string
  readonly InstanceId?: string
  readonly returned?: Record<string, string>
}

/** The parameters that the provider added to the return URL, under the names that the server accepts. */
function broughtBack(query: URLSearchParams): Brought {
  const { reference: _ours, redirectResult, instanceId, ...others } = Object.fromEntries(query)
  return {
    ...(redirectResult && { redirectResult }),
    ...(instanceId && { InstanceId: instanceId }),
    ...(Object.keys(others).length > 0 && { returned: others }),
  }
}

const usePolled = ({
  clickid,
  provider,
  reference,
  brought,
}: {
  clickid: string
  provider: string
  reference: string | undefined
  brought: Brought
}) => {
  const [looks, setLooks] = useState(0)
  const result = useQuery({
    queryKey: ['paymentCheck', provider, reference, brought],
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => {
      setLooks((before) => before + 1)
      return api('POST /pay/orders/:provider/checkTransactionStatus', {
        params: { provider },
        body: { clickid, ...(reference && { reference }), ...brought },
        signal,
      })
    },
    refetchInterval: ({ state }) => (isOpen(state.data) && looks < mostChecks ? askEvery : false),
  })
  return { ...result, dataUpdateCount: looks }
}
