import { type LoaderFunctionArgs, redirect } from 'react-router'

/** Redirects older purchase URLs to the plans, or to the payment page of the plan in their query. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const plan = new URL(request.url).searchParams.get('plan')
  return redirect(plan ? `/purchase/pay?plan=${encodeURIComponent(plan)}` : '/vip_plan/cred')
}
