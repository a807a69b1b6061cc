import { CATALOGUE_LIMITS } from './limits.js';
import type { Tool, ToolClass, Type } from './model.js';
import { circleOfGroups } from './own/read-groups.js';
import type { Findings } from './report/findings.js';
import type { ToolCheck, ToolConfirmation } from './roles.js';

/** The place of a statement about a tool in the source document, given the way to it: `checks`, 0, `tools`, 1. */
export type PlaceOfRole = (tool: Tool, ...way: readonly (string | number)[]) => string;

/** Classes that deny each other. `read` beside `write` is a tool that does either, by its arguments. */
const CONTRADICTIONS: readonly (readonly [ToolClass, ToolClass, string])[] = [
  ['infallible', 'may_have_happened', 'what never fails never fails half way'],
  ['compensation', 'pivot', 'after a pivot a run only goes forwards'],
];
/** What only a tool that changes something can be. */
const OF_WRITES = ['compensation', 'may_have_happened'] as const;

/**
 * What holds of the roles of all tools together: the tools and arguments they name exist and can have the same value,
 * nothing guards or undoes itself, and no two statements deny each other.
 */
export function checkRoles(tools: readonly Tool[], findings: Findings, place: PlaceOfRole): void {
  if (guardedPairs(tools) > CATALOGUE_LIMITS.guardedPairs) {
    findings.error('', 'too_many_guarded', { limit: CATALOGUE_LIMITS.guardedPairs });
    return;
  }
  const check = new RoleCheck(new Map(tools.map((tool) => [tool.name, tool])), findings, place);
  for (const tool of tools) check.tool(tool);
  checkCircles(tools, findings, place);
}

const guardedPairs = (tools: readonly Tool[]): number =>
  tools
    .flatMap(({ checks = [], confirms = [] }) => [...checks, ...confirms])
    .reduce((count, role) => count + role.tools.length, 0);

class RoleCheck {
  constructor(
    private readonly byName: ReadonlyMap<string, Tool>,
    private readonly findings: Findings,
    private readonly place: PlaceOfRole,
  ) {}

  tool(tool: Tool): void {
    const { checks = [], confirms = [], resource, idempotencyKey } = tool;
    this.classes(tool);
    checks.forEach((role, index) => {
      this.guards(tool, role, (...way) => this.place(tool, 'checks', index, ...way));
    });
    confirms.forEach((role, index) => {
      this.guards(tool, role, (...way) => this.place(tool, 'confirms', index, ...way));
    });
    this.compensates(tool);
    if (resource?.arg !== undefined) this.argument(tool, resource.arg, this.place(tool, 'resource', 'arg'));
    if (idempotencyKey !== undefined) this.argument(tool, idempotencyKey, this.place(tool, 'idempotencyKey'));
  }

  private classes(tool: Tool): void {
    const has = (name: ToolClass): boolean => tool.classes.includes(name);
    const report = (one: ToolClass, other: ToolClass, why: string): void => {
      this.findings.error(this.place(tool, 'classes'), 'classes_contradict', { tool: tool.name, one, other, why });
    };
    for (const [one, other, why] of CONTRADICTIONS) if (has(one) && has(other)) report(one, other, why);
    if (!isRead(tool)) return;
    for (const other of OF_WRITES) if (has(other)) report('read', other, 'what changes nothing leaves nothing behind');
  }

  private guards(tool: Tool, role: ToolCheck | ToolConfirmation, at: (...way: (string | number)[]) => string): void {
    if (role.passes === 'success' && tool.classes.includes('infallible'))
      this.findings.error(at('passes'), 'check_always_passes');
    role.tools.forEach((name, index) => {
      const guarded = this.other(tool, name, at('tools', index));
      if (!guarded) return;
      for (const [theirs, ours] of Object.entries(role.args ?? {}))
        this.bound([guarded, theirs], [tool, ours], at('args', theirs));
    });
  }

  /** The arguments must exist on both sides, and be able to have one value. */
  private bound([guarded, theirs]: readonly [Tool, string], [tool, ours]: readonly [Tool, string], at: string): void {
    const type = this.argument(guarded, theirs, at);
    const other = this.argument(tool, ours, at);
    if (!type || !other || canBeEqual(type, other)) return;
    const params = { tool: guarded.name, guarded: theirs, type: type.kind, name: ours, other: other.kind };
    this.findings.error(at, 'role_arguments_unlike', params);
  }

  private compensates(tool: Tool): void {
    if (tool.compensates === undefined) return;
    const pointer = this.place(tool, 'compensates');
    const step = this.other(tool, tool.compensates, pointer);
    if (!step) return;
    const { name } = step;
    if (isRead(step)) this.findings.error(pointer, 'compensates_read', { name });
    if (step.compensates !== undefined) this.findings.error(pointer, 'compensates_compensation', { name });
    if (step.classes.includes('irreversible')) this.findings.warn(pointer, 'compensates_irreversible', { name });
  }

  /** Another tool by its name, exactly as it is written there. */
  private other(tool: Tool, name: string, pointer: string): Tool | undefined {
    const found = this.byName.get(name);
    if (!found) this.findings.error(pointer, 'role_tool_unknown', { name });
    else if (found === tool) this.findings.error(pointer, 'role_of_itself', { name });
    return found === tool ? undefined : found;
  }

  private argument({ name: tool, args: { fields } }: Tool, name: string, pointer: string): Type | undefined {
    if (Object.hasOwn(fields, name)) return fields[name]?.type;
    const known = Object.keys(fields).join(', ') || '-';
    this.findings.error(pointer, 'role_argument_unknown', { tool, name, known });
    return undefined;
  }
}

/** A tool that changes nothing. */
const isRead = ({ classes }: Tool): boolean => classes.includes('read') && !classes.includes('write');

/** Whether an argument of one type can ever have the value of one of the other. */
function canBeEqual(one: Type, other: Type): boolean {
  const kinds = new Set([one.kind, other.kind]);
  if (kinds.size === 1 || kinds.has('any')) return true;
  return kinds.has('int') && kinds.has('decimal');
}

/** Every check of a tool is needed, so tools that wait for each other's checks never run. */
function checkCircles(tools: readonly Tool[], findings: Findings, place: PlaceOfRole): void {
  // What checks itself is reported already.
  const guarded = new Map(
    tools.map(({ name, checks = [] }) => [
      name,
      checks.flatMap((check) => check.tools.filter((other) => other !== name)),
    ]),
  );
  const [first, ...others] = circleOfGroups(guarded);
  const tool = tools.find(({ name }) => name === first);
  if (!tool) return;
  const over = others.map((name) => `\`${name}\``).join(', ');
  findings.error(place(tool, 'checks'), 'check_cycle', { name: tool.name, over });
}
