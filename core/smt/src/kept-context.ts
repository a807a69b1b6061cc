import type { SmtAnswer, SmtModel, SmtOptions, SmtStep, SmtVariable } from '@ostiary/policy/symbolic';
import type { Z3_ast, Z3_context, Z3_solver } from 'z3-solver';
import { SmtScriptError } from './script-error.js';
import { type WasmModule, withReferences, withText, type Z3Api } from './wasm.js';

const OK = 0;
const UNSAT = -1;
const SAT = 1;
/** The words z3 uses when `rlimit` is used up, at two places of its search. */
const LIMIT_WORDS = new Set(['canceled', 'max. resource limit exceeded']);

/**
 * A z3 context with one solver that keeps what it was told, its lemmas too. Everything here is synchronous: a z3 call that waits
 * for its worker thread leaves its string arguments on a stack that the next call overwrites.
 * See docs/adr/0096.
 */
export class KeptContext {
  private readonly context: Z3_context;
  private readonly solver: Z3_solver;
  private readonly constants = new Map<string, Z3_ast>();

  constructor(
    private readonly api: Z3Api,
    private readonly module: WasmModule,
  ) {
    const config = api.mk_config();
    this.context = api.mk_context(config);
    api.del_config(config);
    this.solver = api.mk_simple_solver(this.context);
    api.solver_inc_ref(this.context, this.solver);
  }

  /** @throws SmtScriptError */
  check(step: SmtStep, options: SmtOptions): SmtAnswer {
    const { api, module, context, solver } = this;
    this.limit(options);
    if (step.text !== '') {
      withText(module, step.text, (pointer) => {
        module._Z3_solver_from_string(context, solver, pointer);
      });
      const fault: number = api.get_error_code(context);
      if (fault !== OK) throw new SmtScriptError(api.get_error_msg(context, fault).trim());
    }
    const assumed = step.assumptions.map((name) => this.constant({ name, sort: 'Bool' }));
    const status: number = withReferences(module, assumed, (pointer) =>
      module._Z3_solver_check_assumptions(context, solver, assumed.length, pointer),
    );
    const fault: number = api.get_error_code(context);
    if (fault !== OK) throw new Error(`the solver failed: ${api.get_error_msg(context, fault).trim()}`);
    if (status === SAT) return { status: 'sat', model: this.model(step.variables) };
    if (status === UNSAT) return { status: 'unsat', core: this.core(step.assumptions, assumed) };
    const words = api.solver_get_reason_unknown(context, solver);
    return { status: 'unknown', reason: LIMIT_WORDS.has(words) ? 'resource_limit' : words };
  }

  dispose(): void {
    this.api.solver_dec_ref(this.context, this.solver);
    this.api.del_context(this.context);
  }

  /** Of one check: z3 counts afresh in each. */
  private limit({ rlimit }: SmtOptions): void {
    const { api, context } = this;
    const params = api.mk_params(context);
    api.params_inc_ref(context, params);
    api.params_set_uint(context, params, api.mk_string_symbol(context, 'rlimit'), rlimit);
    api.solver_set_params(context, this.solver, params);
    api.params_dec_ref(context, params);
  }

  /** INVARIANT: a context made by `mk_context` keeps what is made in it until it is deleted. */
  private constant({ name, sort }: SmtVariable): Z3_ast {
    const { api, context, constants } = this;
    const known = constants.get(name);
    if (known !== undefined) return known;
    const type = sort === 'Int' ? api.mk_int_sort(context) : api.mk_bool_sort(context);
    const made = api.mk_const(context, api.mk_string_symbol(context, name), type);
    constants.set(name, made);
    return made;
  }

  private model(variables: readonly SmtVariable[]): SmtModel {
    const { api, context } = this;
    const model = api.solver_get_model(context, this.solver);
    api.model_inc_ref(context, model);
    try {
      return Object.fromEntries(
        variables.map((variable) => {
          const value = api.model_eval(context, model, this.constant(variable), true);
          if (value === null) throw new Error(`the model has no value for ${variable.name}`);
          if (variable.sort === 'Int') return [variable.name, api.get_numeral_string(context, value)];
          const truth: number = api.get_bool_value(context, value);
          return [variable.name, truth === SAT];
        }),
      );
    } finally {
      api.model_dec_ref(context, model);
    }
  }

  private core(names: readonly string[], assumed: readonly Z3_ast[]): readonly string[] {
    const { api, context } = this;
    const core = api.solver_get_unsat_core(context, this.solver);
    api.ast_vector_inc_ref(context, core);
    try {
      const size = api.ast_vector_size(context, core);
      const members = new Set(Array.from({ length: size }, (_, index) => api.ast_vector_get(context, core, index)));
      return names.filter((_, index) => members.has(assumed[index] ?? api.mk_false(context)));
    } finally {
      api.ast_vector_dec_ref(context, core);
    }
  }
}
