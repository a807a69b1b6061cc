/** What tells one mistake from another. */
export interface Mistake {
  readonly class: string;
  readonly severity: string;
  readonly rules: readonly string[];
  readonly tool: string | null;
  readonly attribute?: string | null;
  readonly title: string;
}

/**
 * Findings that differ in nothing but the tool: one mistake of a rule about several tools. Each is a finding of its own, with its own
 * fingerprint; a person reads them as one. In the order of the first of each; of one tool a mistake has one finding.
 */
export function byMistake<Of>(
  findings: readonly Of[],
  mistakeOf: (finding: Of) => Mistake,
): readonly (readonly [Of, ...Of[]])[] {
  const groups = new Map<string, [Of, ...Of[]]>();
  const seen = new Map<string, number>();
  for (const [at, finding] of findings.entries()) {
    const { class: id, severity, rules, tool, attribute = null, title } = mistakeOf(finding);
    const isOfRule = tool !== null && rules.length > 0;
    const said = tool === null ? title : title.replaceAll(`\`${tool}\``, '``');
    const mistake = isOfRule ? JSON.stringify([id, severity, rules, attribute, said]) : String(at);
    const [own, nth] = [`${mistake} ${tool ?? ''}`, seen.get(`${mistake} ${tool ?? ''}`) ?? 0];
    seen.set(own, nth + 1);
    const key = `${mistake} ${String(nth)}`;
    const known = groups.get(key);
    if (known) known.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}
