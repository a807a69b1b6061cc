import type { FilterQuery, QueryOrderMap } from '@mikro-orm/core';
import type { ListPosition } from '@ostiary/plugin-api';
import type { Severity } from '../../search/index.js';
import type { FindingRow } from '../entities/finding.js';
import type { Decision, FindingState } from '../finding-model.js';

/** Which findings are listed; what is left out is not asked of. */
export interface FindingFilter {
  readonly branch?: string | undefined;
  readonly states?: readonly FindingState[] | undefined;
  readonly severities?: readonly Severity[] | undefined;
  readonly classes?: readonly string[] | undefined;
  /** As decisions stand today. */
  readonly decisions?: readonly Decision[] | undefined;
  readonly tool?: string | undefined;
}

/** The worst first, or the newest. */
export const SORTS = ['severity', 'first_seen', 'last_seen'] as const;
export type Sort = (typeof SORTS)[number];

/** Where a page ended. */
export interface RowPosition {
  readonly rank: number;
  readonly at: Date;
  readonly fingerprint: string;
}

type Where = FilterQuery<FindingRow>;

/** Conditions of a filter. */
export function whereOf(
  { states, severities, classes, decisions, tool }: Omit<FindingFilter, 'branch'>,
  today: string,
): readonly Where[] {
  return [
    ...(states ? [{ state: { $in: [...states] } }] : []),
    ...(severities ? [{ severity: { $in: [...severities] } }] : []),
    ...(classes ? [{ class: { $in: [...classes] } }] : []),
    ...(decisions ? [{ $or: decisions.flatMap((decision) => standing(decision, today)) }] : []),
    ...(tool === undefined ? [] : [{ tool }]),
  ];
}

function standing(decision: Decision, today: string): readonly Where[] {
  switch (decision) {
    case 'open':
      return [{ decision }, { decision: 'accepted_risk', until: { $lte: today } }];
    case 'accepted_risk':
      return [
        { decision, until: null },
        { decision, until: { $gt: today } },
      ];
    case 'confirmed':
    case 'false_positive':
      return [{ decision }];
  }
}

export function orderOf(sort: Sort): QueryOrderMap<FindingRow>[] {
  switch (sort) {
    case 'severity':
      return [{ severityRank: 'asc' }, { firstSeen: 'desc' }, { fingerprint: 'asc' }];
    case 'first_seen':
      return [{ firstSeen: 'desc' }, { fingerprint: 'asc' }];
    case 'last_seen':
      return [{ lastSeen: 'desc' }, { fingerprint: 'asc' }];
  }
}

/** Rows that come after one in an order. */
export function afterRow(sort: Sort, { rank, at, fingerprint }: RowPosition): Where {
  const time = sort === 'last_seen' ? 'lastSeen' : 'firstSeen';
  const later: Where[] = [{ [time]: { $lt: at } }, { [time]: at, fingerprint: { $gt: fingerprint } }];
  return sort === 'severity'
    ? { $or: [{ severityRank: { $gt: rank } }, { severityRank: rank, $or: later }] }
    : { $or: later };
}

/** The place of a row, as cursors carry it. */
export function positionOf(sort: Sort, { severityRank, firstSeen, lastSeen, fingerprint }: FindingRow): ListPosition {
  return { at: sort === 'last_seen' ? lastSeen : firstSeen, id: `${severityRank}-${fingerprint}` };
}

/** What `positionOf` made. */
export function placeOf({ at, id }: ListPosition): RowPosition {
  const [rank = '', fingerprint = ''] = id.split('-');
  return { rank: Number(rank), at, fingerprint };
}
