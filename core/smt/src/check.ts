import type { Z3_ast, Z3_context, Z3_solver } from 'z3-solver';
import {
  type SmtAnswer,
  type SmtModel,
  type SmtOptions,
  type SmtScript,
  SmtScriptError,
  type SmtVariable,
} from './solver.js';
import { type WasmModule, withReferences, withText, type Z3Api } from './wasm.js';

const OK = 0;
const UNSAT = -1;
const SAT = 1;
/** The words z3 uses when `rlimit` is used up, at two places of its search. */
const LIMIT_WORDS = new Set(['canceled', 'max. resource limit exceeded']);

/**
 * One query in a context of its own, so that nothing of it is left for the next one. Everything here is synchronous:
 * a z3 call that waits for its worker thread leaves its string arguments on a stack that the next call overwrites.
 */
export function checkOnce(api: Z3Api, module: WasmModule, script: SmtScript, options: SmtOptions): SmtAnswer {
  const config = api.mk_config();
  const context = api.mk_context(config);
  api.del_config(config);
  try {
    return withSolver(api, context, options, (solver) => {
      withText(module, script.text, (pointer) => {
        module._Z3_solver_from_string(context, solver, pointer);
      });
      const fault: number = api.get_error_code(context);
      if (fault !== OK) throw new SmtScriptError(api.get_error_msg(context, fault).trim());
      return answer(api, module, context, solver, script);
    });
  } finally {
    api.del_context(context);
  }
}

function withSolver<T>(api: Z3Api, context: Z3_context, options: SmtOptions, use: (solver: Z3_solver) => T): T {
  const solver = api.mk_simple_solver(context);
  api.solver_inc_ref(context, solver);
  const params = api.mk_params(context);
  api.params_inc_ref(context, params);
  try {
    api.params_set_uint(context, params, api.mk_string_symbol(context, 'rlimit'), options.rlimit);
    api.solver_set_params(context, solver, params);
    return use(solver);
  } finally {
    api.params_dec_ref(context, params);
    api.solver_dec_ref(context, solver);
  }
}

function answer(api: Z3Api, module: WasmModule, context: Z3_context, solver: Z3_solver, script: SmtScript): SmtAnswer {
  const assumptions = script.assumptions ?? [];
  const assumed = assumptions.map((name) => constant(api, context, { name, sort: 'Bool' }));
  const status: number =
    assumed.length === 0
      ? module._Z3_solver_check(context, solver)
      : withReferences(module, assumed, (pointer) =>
          module._Z3_solver_check_assumptions(context, solver, assumed.length, pointer),
        );
  const fault: number = api.get_error_code(context);
  if (fault !== OK) throw new Error(`the solver failed: ${api.get_error_msg(context, fault).trim()}`);
  switch (status) {
    case SAT:
      return { status: 'sat', model: readModel(api, context, solver, script.variables) };
    case UNSAT:
      return {
        status: 'unsat',
        ...(assumed.length > 0 ? { core: readCore(api, context, solver, assumptions, assumed) } : {}),
      };
    default: {
      const words = api.solver_get_reason_unknown(context, solver);
      return { status: 'unknown', reason: LIMIT_WORDS.has(words) ? 'resource_limit' : words };
    }
  }
}

function constant(api: Z3Api, context: Z3_context, { name, sort }: SmtVariable): Z3_ast {
  return api.mk_const(
    context,
    api.mk_string_symbol(context, name),
    sort === 'Int' ? api.mk_int_sort(context) : api.mk_bool_sort(context),
  );
}

function readModel(api: Z3Api, context: Z3_context, solver: Z3_solver, variables: readonly SmtVariable[]): SmtModel {
  const model = api.solver_get_model(context, solver);
  api.model_inc_ref(context, model);
  try {
    return Object.fromEntries(
      variables.map((variable) => {
        const value = api.model_eval(context, model, constant(api, context, variable), true);
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

function readCore(
  api: Z3Api,
  context: Z3_context,
  solver: Z3_solver,
  names: readonly string[],
  assumed: readonly Z3_ast[],
): readonly string[] {
  const core = api.solver_get_unsat_core(context, solver);
  api.ast_vector_inc_ref(context, core);
  try {
    const members = new Set(
      Array.from({ length: api.ast_vector_size(context, core) }, (_, index) =>
        api.ast_vector_get(context, core, index),
      ),
    );
    return names.filter((_, index) => members.has(assumed[index] ?? api.mk_false(context)));
  } finally {
    api.ast_vector_dec_ref(context, core);
  }
}
