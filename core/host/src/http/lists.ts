import { Inject, Injectable } from '@nestjs/common';
import type { ListPage, ListPosition, ListRequest, PageLists } from '@ostiary/plugin-api';
import { Cursors } from './cursors.js';

/** Pages of lists, with signed cursors. */
@Injectable()
export class Lists implements PageLists {
  constructor(@Inject(Cursors) private readonly cursors: Cursors) {}

  after(list: string, cursor: string | undefined): ListPosition | null {
    return cursor === undefined ? null : this.cursors.read(list, cursor);
  }

  page<Row, Item>(list: string, { rows, limit, position, view }: ListRequest<Row, Item>): ListPage<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const more = rows.length > limit && last !== undefined;
    return {
      object: 'list',
      data: shown.map(view),
      has_more: more,
      next_cursor: more ? this.cursors.write(list, position(last)) : null,
    };
  }
}
