import { Body, Controller, Get, Inject, Param, Put, Req } from '@nestjs/common';
import { type Clock, principalOf, ProblemError, Route, Services } from '@ostiary/plugin-api';
import { z } from 'zod';
import { Prices } from './prices.js';

const Article = z.object({ article: z.string().max(100).describe('The article, as its seller calls it.') });
const Cents = z.strictObject({ cents: z.int().min(0).describe('What one piece costs, in cents.') });

const REFUSED = [
  { status: 401, when: 'No valid key.', slugs: ['missing_key', 'invalid_key'] },
  { status: 403, when: 'The key lacks the grant.', slugs: ['missing_grant', 'account_suspended'] },
];

@Controller('v1/prices')
export class PricesController {
  constructor(
    @Inject(Prices) private readonly prices: Prices,
    @Inject(Services.clock) private readonly clock: Clock,
  ) {}

  @Put(':article')
  @Route({
    operationId: 'setPrice',
    summary: 'Set the price of an article',
    access: { kind: 'grants', anyOf: ['prices'] },
    params: Article,
    body: Cents,
    answers: [
      { status: 200, when: 'The price is set.', body: Cents },
      { status: 400, when: 'The request does not fit.', slugs: ['invalid_request'] },
      ...REFUSED,
    ],
  })
  async set(
    @Req() request: object,
    @Param() { article }: z.output<typeof Article>,
    @Body() { cents }: z.output<typeof Cents>,
  ): Promise<z.output<typeof Cents>> {
    await this.prices.set(accountOf(request), article, cents, this.clock.now());
    return { cents };
  }

  @Get(':article')
  @Route({
    operationId: 'readPrice',
    summary: 'Read the price of an article',
    access: { kind: 'grants', anyOf: ['prices'] },
    params: Article,
    answers: [
      { status: 200, when: 'There it is.', body: Cents },
      ...REFUSED,
      { status: 404, when: 'The account has set no price for it.', slugs: ['not_found'] },
    ],
  })
  async read(@Req() request: object, @Param() { article }: z.output<typeof Article>): Promise<z.output<typeof Cents>> {
    const cents = (await this.prices.of(accountOf(request), [article])).get(article);
    if (cents === undefined) throw new ProblemError('not_found');
    return { cents };
  }
}

/** Behind a grant there is always a caller. */
function accountOf(request: object): string {
  return principalOf(request)?.accountId ?? '';
}
