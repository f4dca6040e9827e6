import { type LoaderFunctionArgs, redirect } from 'react-router'

/** The older entrances of the purchase lead to the plans, or on to the plan that their address names. */
export const loader = ({ request }: LoaderFunctionArgs) => {
  const plan = new URL(request.url).searchParams.get('plan')
  return redirect(plan ? `/purchase/pay?plan=${encodeURIComponent(plan)}` : '/vip_plan/cred')
}
