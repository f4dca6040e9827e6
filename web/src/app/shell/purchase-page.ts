const purchasePages = /^\/(purchase|vip_plan|ok|ko|paymentCheck|ageCheck)(\/|$)/

/** Whether the page is part of a purchase, where no dialog or notice may cover a price or delay an order. */
export const isPurchasePage = (pathname: string): boolean => purchasePages.test(pathname)
