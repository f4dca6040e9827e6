/**
 * SQL: `select from` the orders of authorities, as `o`, that a restriction carries out. While one of them is silent, the
 * member must not learn of it.
 */
export const ordersBehind = (restrictions: string): string =>
  `select from authority_order_steps s join authority_orders o on o.brand_id = s.brand_id and o.id = s.order_id
    where s.brand_id = ${restrictions}.brand_id and s.restriction_id = ${restrictions}.id`
