import { redirect } from 'react-router'

/** The older entrances of the purchase lead to the plans. */
export const loader = () => redirect('/vip_plan/cred')
