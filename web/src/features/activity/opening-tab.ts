interface Item {
  readonly type: string
  readonly isRead: boolean
}

/**
 * The tab on which the page opens: the likes, unless only a visit is new, or there are visits and no likes.
 * @param unread counts those on pages that are not loaded too
 */
export const openingTab = (
  items: readonly Item[],
  unread: { readonly likes: number; readonly visits: number },
): 'like' | 'visita' => {
  const has = (type: string, isNew: boolean) => items.some((item) => item.type === type && !(isNew && item.isRead))
  if (!has('visita', false) || unread.likes > 0 || has('like', true)) return 'like'
  return unread.visits > 0 || has('visita', true) || !has('like', false) ? 'visita' : 'like'
}
