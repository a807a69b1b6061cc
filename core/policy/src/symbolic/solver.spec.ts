import type * as smt from '@ostiary/smt';
import { describe, expectTypeOf, it } from 'vitest';
import type * as port from './solver.js';

/**
 * The port is declared here and again in `@ostiary/smt`, because neither package may import the other (docs/adr/0035). What holds them
 * together is the compiler: `npm run check` compiles this file and refuses a member that one of them has, or types, otherwise.
 */
describe('the port to a solver', () => {
  it('is the same in both packages, member by member', () => {
    expectTypeOf<port.SmtVariable>().toEqualTypeOf<smt.SmtVariable>();
    expectTypeOf<port.SmtScript>().toEqualTypeOf<smt.SmtScript>();
    expectTypeOf<port.SmtModel>().toEqualTypeOf<smt.SmtModel>();
    expectTypeOf<port.SmtAnswer>().toEqualTypeOf<smt.SmtAnswer>();
    expectTypeOf<port.SmtOptions>().toEqualTypeOf<smt.SmtOptions>();
    expectTypeOf<port.SmtSolver>().toEqualTypeOf<smt.SmtSolver>();
  });

  it('is served by the client of the solver process', () => {
    expectTypeOf<ReturnType<typeof smt.smtClient>>().toExtend<port.SmtSolver>();
  });
});
