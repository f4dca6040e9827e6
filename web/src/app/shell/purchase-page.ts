const purchasePages = /^\/(purchase|vip_plan|ok|ko|paymentCheck|ageCheck)(\/|$)/

/** Where nothing may lie over a sum or come between a member and an order. */
export const isPurchasePage = (pathname: string): boolean => purchasePages.test(pathname)
