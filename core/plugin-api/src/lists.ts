/** Where a page ended: lists are in order of (time, id), newest first. */
export interface ListPosition {
  readonly at: Date;
  readonly id: string;
}

/** A page of a list, as every list is answered. */
export interface ListPage<Item> {
  readonly object: 'list';
  readonly data: Item[];
  readonly has_more: boolean;
  /** Send it as `cursor` to get the next page; null on the last. */
  readonly next_cursor: string | null;
}

/** The rows of a page and what is made of them. */
export interface ListRequest<Row, Item> {
  /** Newest first, one more than `limit` when there are more. */
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly position: (row: Row) => ListPosition;
  readonly view: (row: Row) => Item;
}

/** Pages of lists with opaque, signed cursors: a client cannot make one up, nor use one for another list or another account. */
export interface PageLists {
  /**
   * Returns where the page before ended; null for no cursor, and for one that was not given for this list.
   * @param list name of the list and whose it is, e.g. `projects acc_1`
   */
  after(list: string, cursor: string | undefined): ListPosition | null;
  /** Returns a page and the cursor of the next one. */
  page<Row, Item>(list: string, request: ListRequest<Row, Item>): ListPage<Item>;
}
